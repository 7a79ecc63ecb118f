/** What Claude Code's tools do to a file, what they refuse, and what the log says of it. */
import { structuredPatch } from "diff";
import type { Input, Thread, Told } from "./thread.ts";
import { type Author, type Chance, changedLines, type Disk, linesOf } from "./tree.ts";

interface Change {
  readonly name: string;
  readonly input: Input;
  readonly text: string;
  /** Of the result. */
  readonly fields: Input;
}

interface Piece {
  readonly before: string;
  readonly after: string;
}

const told: readonly [Told, ...Told[]] = ["all", "without original", "strings", "words", "nothing"];

export class Client {
  readonly #disk: Disk;
  readonly #chance: Chance;
  readonly #tells: Told | "any";
  readonly #cuts: boolean;
  /** The prompt of every edit, by session, agent and id. */
  readonly causes = new Map<string, ReadonlySet<Author>>();

  /** `cuts`: some calls have no result. */
  constructor(disk: Disk, chance: Chance, tells: Told | "any", cuts: boolean) {
    this.#disk = disk;
    this.#chance = chance;
    this.#tells = tells;
    this.#cuts = cuts;
  }

  /** A log begins with a copy of another one: where ids are counted, a new call may have that of a copied one. */
  copied(from: Thread, to: Thread): void {
    const start = `${from.session}  `;
    for (const [key, causes] of [...this.causes])
      if (key.startsWith(start)) this.causes.set(key.replace(from.session, to.session), causes);
  }

  #told(): Told {
    return this.#tells === "any" ? this.#chance.of(told) : this.#chance.is(85) ? this.#tells : this.#chance.of(told);
  }

  read(thread: Thread, path: string): void {
    const { text, changed } = this.#disk.at(path);
    if (text === undefined) return;
    const lines = linesOf(text);
    const isPart = lines.length > 3 && this.#chance.is(15);
    const shown = isPart ? lines.slice(1, -1) : lines;
    const first = isPart ? 2 : 1;
    const numbered = shown.map((line, at) => `${String(at + first).padStart(6)}→${line}`).join("\n");
    const file = { filePath: path, content: shown.join("\n"), numLines: shown.length, startLine: first };
    const isTold = this.#told() !== "nothing";
    thread.call(
      "Read",
      { file_path: path, ...(isPart ? { offset: 2, limit: shown.length } : {}) },
      {
        text: lines.length === 0 ? "<system-reminder>the file is empty</system-reminder>" : numbered,
        ...(isTold ? { details: { type: "text", file: { ...file, totalLines: linesOf(text).length } } } : {}),
      },
    );
    thread.seen.set(path, changed);
  }

  /** An agent changes a file, having read it where it must. */
  change(thread: Thread, path: string): void {
    const file = this.#disk.at(path);
    if (file.text !== undefined && thread.seen.get(path) !== file.changed) {
      if (this.#chance.is(15)) this.#refuse(thread, path, "File has been modified since read. Read it again.");
      this.read(thread, path);
    }
    const change = file.text === undefined ? this.#created(path) : this.#changed(path, file.text);
    if (this.#chance.is(6)) this.#refuse(thread, path, "String to replace not found in file.");
    else if (this.#chance.is(4)) this.#reject(thread, path);
    else if (change === undefined) this.#refuse(thread, path, "Found 2 matches of the string to replace.");
    else this.#carryOut(thread, path, change);
  }

  #carryOut(thread: Thread, path: string, change: Change): void {
    if (this.#cuts && this.#chance.is(4)) this.#cut(thread, path, change);
    else this.#made(thread, path, change);
  }

  #made(thread: Thread, path: string, change: Change): void {
    const { text: before, isWindows } = this.#disk.at(path);
    let { text } = change;
    const how = this.#told();
    const isModified = how !== "words" && how !== "nothing" && this.#chance.is(4);
    this.#disk.write(path, text, thread.cause);
    if (isModified) {
      text = changedLines(text, this.#chance, () => this.#disk.line());
      this.#disk.write(path, text, "somebody");
    }
    this.#disk.write(path, text, thread.cause, thread.session);
    const ends = (all: string): string => (isWindows && this.#chance.is(50) ? all.replaceAll("\n", "\r\n") : all);
    const patch = before === undefined ? [] : structuredPatch(path, path, before, text, "", "", { context: 3 }).hunks;
    const details = {
      ...{ filePath: path, ...change.fields },
      ...{ originalFile: how === "all" && before !== undefined ? ends(before) : null, userModified: isModified },
      ...(how === "strings" ? {} : { structuredPatch: patch }),
    };
    const isNew = before === undefined;
    const id = thread.call(change.name, change.input, {
      text: isNew ? `File created successfully at: ${path}` : `The file ${path} has been updated.`,
      ...(how === "nothing" ? {} : { details: how === "words" ? `The file ${path} has been updated.` : details }),
    });
    this.#note(thread, id);
    thread.seen.set(path, this.#disk.at(path).changed);
  }

  #note(thread: Thread, id: string): void {
    const key = `${thread.session} ${thread.agent ?? ""} ${id}`;
    this.causes.set(key, new Set(this.causes.get(key)).add(thread.cause));
  }

  /** The log ends its call without a result, whether or not it was made. */
  #cut(thread: Thread, path: string, change: Change): void {
    this.#note(thread, thread.call(change.name, change.input));
    if (this.#chance.is(50)) this.#disk.write(path, change.text, thread.cause, thread.session);
  }

  #refuse(thread: Thread, path: string, text: string): void {
    const strings = { old_string: "word", new_string: this.#disk.line() };
    thread.call("Edit", { file_path: path, ...strings }, { text, details: `Error: ${text}`, isError: true });
  }

  #reject(thread: Thread, path: string): void {
    const text = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    thread.call(
      "Write",
      { file_path: path, content: `${this.#disk.line()}\n` },
      { text, details: "User rejected tool use", isError: true },
    );
  }

  #created(path: string): Change {
    const count = 2 + this.#chance.below(6);
    const lines = Array.from({ length: count }, () => (this.#chance.is(15) ? "}" : this.#disk.line()));
    const text = `${lines.join("\n")}${this.#chance.is(85) ? "\n" : ""}`;
    if (this.#chance.is(10)) {
      const strings = { old_string: "", new_string: text };
      return { name: "Edit", input: { file_path: path, ...strings }, text, fields: { oldString: "", newString: text } };
    }
    return {
      name: "Write",
      input: { file_path: path, content: text },
      text,
      fields: { type: "create", content: text },
    };
  }

  #changed(path: string, before: string): Change | undefined {
    const kind = this.#chance.below(10);
    if (kind < 3) {
      const text = changedLines(before, this.#chance, () => this.#disk.line());
      return {
        name: "Write",
        input: { file_path: path, content: text },
        text,
        fields: { type: "update", content: text },
      };
    }
    if (kind < 5) return this.#several(path, before);
    if (kind === 5 && before.includes("; end")) {
      const after = `; end ${this.#disk.line().replace(/; end$/, "")}`;
      return this.#edit(path, before, [{ before: "; end", after }], true);
    }
    const piece = this.#piece(before);
    return piece === undefined ? undefined : this.#edit(path, before, [piece]);
  }

  #several(path: string, before: string): Change | undefined {
    const pieces: Piece[] = [];
    let now: string | undefined = before;
    for (let count = 1 + this.#chance.below(3); count > 0 && now !== undefined; count--) {
      const piece = this.#piece(now);
      if (piece === undefined) continue;
      now = replaced(now, piece, false);
      pieces.push(piece);
    }
    if (now === undefined || pieces.length === 0) return undefined;
    const edits = pieces.map((piece) => ({ old_string: piece.before, new_string: piece.after }));
    return { name: "MultiEdit", input: { file_path: path, edits }, text: now, fields: { edits } };
  }

  #edit(path: string, before: string, [piece]: readonly [Piece], isAll = false): Change | undefined {
    const text = replaced(before, piece, isAll);
    if (text === undefined) return undefined;
    const strings = { old_string: piece.before, new_string: piece.after };
    return {
      ...{ name: "Edit", input: { file_path: path, ...strings, ...(isAll ? { replace_all: true } : {}) }, text },
      fields: { oldString: piece.before, newString: piece.after, replaceAll: isAll },
    };
  }

  /** Some lines with what stands around them, or a word of one. */
  #piece(text: string): Piece | undefined {
    const lines = linesOf(text);
    if (lines.length === 0) return undefined;
    const at = this.#chance.below(lines.length);
    const word = /^word\d+;/.exec(lines[at] ?? "")?.[0];
    if (word !== undefined && this.#chance.is(20))
      return { before: word, after: this.#disk.line().replace(/ end$/, "") };
    const shown = lines.slice(at, at + 1 + this.#chance.below(3));
    const before = shown.join("\n");
    let after = changedLines(`${before}\n`, this.#chance, () => this.#disk.line());
    if (after.endsWith("\n")) after = after.slice(0, -1);
    // The tool takes a line away with its end where nothing is left of it.
    return before === after || before === "" ? undefined : { before, after };
  }
}

/** As the tool does it; undefined where it refuses. */
function replaced(text: string, { before, after }: Piece, isAll: boolean): string | undefined {
  const count = text.split(before).length - 1;
  if (count === 0 || (count > 1 && !isAll)) return undefined;
  const old = after === "" && !before.endsWith("\n") && text.includes(`${before}\n`) ? `${before}\n` : before;
  return isAll
    ? text.split(old).join(after)
    : text.slice(0, text.indexOf(old)) + after + text.slice(text.indexOf(old) + old.length);
}
