/** The commands of the store, as a person runs them. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packedFiles } from "../../src/store/store.ts";
import { run } from "../support/run.ts";
import { Machine, promptLine, scratchFolder, sessionId } from "./support.ts";

const [one, two] = [sessionId(1), sessionId(2)];
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A person with a home, logs in it, and nothing else. */
function person() {
  const scratch = scratchFolder();
  made.push(scratch);
  const machine = new Machine("desk", join(scratch, "home/.claude"));
  const store = join(scratch, "home/.local/share/annals/store");
  const annals = (...args: readonly string[]) => run(scratch, args, { CLAUDE_CONFIG_DIR: "" });
  const pages = (site = "site"): readonly string[] => readdirSync(join(scratch, site, "sessions")).toSorted();
  const page = (session: string): string => readFileSync(join(scratch, "site/sessions", session, "index.html"), "utf8");
  return { scratch, machine, store, annals, pages, page };
}

function textIn(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

describe("annals build", () => {
  it("keeps what it reads, and a session once seen is always in the site", () => {
    const { machine, annals, pages, page, store } = person();
    machine.write(one, promptLine(one, "One of them"));
    machine.write(two, promptLine(two, "Two of them"));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    rmSync(machine.log(one));
    expect(annals("build", "-o", "site").stdout).not.toMatch(/no longer in the logs/);
    expect(pages()).toEqual([one, two]);
    expect(page(one)).toMatch(/The log is gone since <time[^>]*>\d+ \w+ \d{4}</);
    expect(page(two)).not.toContain("The log is gone");
    expect(readFileSync(join(machine.home, "../../site/index.html"), "utf8")).toContain("kept, log gone");
    // Nothing is drawn again for it.
    expect(annals("build", "-o", "site").stdout).toMatch(/unchanged|0 sessions drawn anew/);
    // All logs gone: still no sample.
    rmSync(machine.projects, { recursive: true });
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
    expect(existsSync(store)).toBe(true);
  });

  it("keeps nothing with --no-keep or keep: false, nor the sample, nor for the sites of others", () => {
    const { scratch, machine, annals, pages, store } = person();
    rmSync(machine.projects, { recursive: true });
    expect(annals("build", "-o", "sample", "-q").code).toBe(0);
    machine.write(one, promptLine(one, "Mine"));
    expect(annals("build", "-o", "site", "-q", "--no-keep").code).toBe(0);
    writeFileSync(join(scratch, "annals.config.json"), JSON.stringify({ keep: false }));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(existsSync(store)).toBe(false);
    rmSync(join(scratch, "annals.config.json"));
    // What is named is kept for itself: it is in no site of other logs.
    const other = new Machine("desk", join(scratch, "other"));
    other.write(two, promptLine(two, "Theirs"));
    expect(annals("build", other.projects, "-o", "theirs", "-q").code).toBe(0);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one]);
    rmSync(other.log(two));
    expect(annals("build", other.projects, "-o", "theirs", "-q").code).toBe(0);
    expect(pages("theirs")).toEqual([two]);
  });

  it("inspect and stats count what is kept, with the store that is named", () => {
    const { scratch, machine, annals } = person();
    const named = join(scratch, "named");
    machine.write(one, promptLine(one, "One of them"));
    machine.write(two, promptLine(two, "Two of them"));
    expect(annals("keep", "--store", named, "-q").code).toBe(0);
    rmSync(machine.log(one));
    const inspected = annals("inspect", machine.projects, "--json", "--store", named).stdout;
    expect(
      JSON.parse(inspected)
        .sessions.map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual([one, two]);
    expect(JSON.parse(annals("stats", "--json", "--store", named).stdout).totals.sessions).toBe(2);
    expect(JSON.parse(annals("stats", "--json").stdout).totals.sessions).toBe(1);
  });

  it("refuses a store in the site, in a repository, or the site in the store", () => {
    const { scratch, machine, annals } = person();
    machine.write(one, promptLine(one, "One"));
    expect(annals("build", "-o", "site", "--store", "site/store")).toMatchObject({
      code: 2,
      stderr: /would lie in the site/,
    });
    expect(annals("build", "-o", "kept/site", "--store", "kept")).toMatchObject({
      code: 2,
      stderr: /would lie in the store/,
    });
    mkdirSync(join(scratch, "repository/.git"), { recursive: true });
    const ran = annals("keep", "--store", "repository/logs");
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(/^annals: The store .* would lie in the repository .*\n$/),
    ]);
  });
});

describe("annals forget", () => {
  it("takes a session out of store, cache and site, and does not take it again", () => {
    const { scratch, machine, annals, pages, store } = person();
    machine.write(one, promptLine(one, "zqforgotqz"));
    machine.put(
      join(machine.projects, "-home-ines-tides", one, "subagents/agent-x.jsonl"),
      promptLine(one, "zqforgotqz too"),
    );
    // Beside its session an agent tells only by its lines, and so does a log of another name.
    const beside = join(machine.projects, "-home-ines-tides");
    machine.put(join(beside, "agent-y.jsonl"), promptLine(one, "zqforgotqz as well"));
    machine.put(join(beside, "full.jsonl"), promptLine(sessionId(3), "zqforgotqz in another log"));
    machine.write(two, promptLine(two, "Stays"));
    machine.put(
      join(machine.home, "history.jsonl"),
      [one, two]
        .map(
          (id) =>
            `${JSON.stringify({ display: id === one ? "zqforgotqz" : "Stays", timestamp: 1_770_000_000_000, sessionId: id })}\n`,
        )
        .join(""),
    );
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    const ran = annals("forget", one);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(annals("forget", sessionId(3)).code).toBe(0);
    expect(ran.stdout).toMatch(/is forgotten: 3 files removed from the store; 1 site made anew without it/);
    expect(pages()).toEqual([two]);
    for (const folder of ["site", "home/.cache", "home/.local"])
      expect(textIn(join(scratch, folder))).not.toContain("zqforgotqz");
    for (const path of packedFiles(store))
      expect(spawnSync("gzip", ["-dc", join(store, path)], { encoding: "utf8" }).stdout).not.toContain("zqforgotqz");
    // The log is still there, and a tombstone holds nothing but its id.
    expect(machine.text(one)).toContain("zqforgotqz");
    expect(Object.keys(JSON.parse(readFileSync(join(store, "forgotten.json"), "utf8")).sessions[0])).toEqual([
      "id",
      "at",
    ]);
    machine.append(one, promptLine(one, "zqforgotqz again"));
    expect(annals("keep", "-q").code).toBe(0);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([two]);
    rmSync(machine.log(one));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([two]);
  });

  it("needs an id", () => {
    const { annals } = person();
    expect(annals("forget")).toMatchObject({ code: 2, stderr: /needs the id of a session/ });
    expect(annals("forget", "../x")).toMatchObject({ code: 2, stderr: /is not the id of a session/ });
  });
});

describe("annals verify", () => {
  it("names what is damaged, goes on with the rest, and keep copies it again", () => {
    const { machine, annals, store, pages } = person();
    machine.write(one, promptLine(one, "First"));
    machine.write(two, promptLine(two, "Second"));
    expect(annals("keep", "-q").code).toBe(0);
    expect(annals("verify").stdout).toMatch(/every byte is as it was kept/);
    const path = join(store, packedFiles(store).find((each) => each.includes(one)) ?? "");
    const bytes = readFileSync(path);
    bytes[60] = (bytes[60] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    const ran = annals("verify");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`"${path}" is damaged.\n1 file of 2 is damaged;`);
    expect(annals("doctor").stdout).toMatch(/1 file of the store is damaged/);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
    rmSync(machine.log(one));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
  });

  it("says that there is no store", () => {
    const { annals } = person();
    expect(annals("verify")).toMatchObject({ code: 2, stderr: /There is no store in .*annals keep makes one/ });
  });
});

describe("several machines", () => {
  it("become one archive: a session that went on elsewhere is one, and says where it ran", () => {
    const { scratch, machine, annals, pages, page } = person();
    const boat = new Machine("boat", join(scratch, "boat/.claude"));
    const start = promptLine(one, "Begun at the desk");
    machine.write(one, start);
    boat.write(one, start + promptLine(one, "Continued on the boat"));
    boat.write(two, promptLine(two, "Only on the boat"));
    expect(annals("keep", "--store", "boat-store", "--source", `boat=${boat.home}`, "-q").code).toBe(0);
    expect(annals("keep", "--from", "boat-store").stdout).toMatch(/3 files?: 3 new|2 files?: 2 new/);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
    expect(page(one).match(/<div class="prompt">/g)).toHaveLength(2);
    expect(page(one)).toMatch(/<dt>Machine<\/dt><dd>[^<]*boat/);
    expect(page(two)).toMatch(/<dt>Machine<\/dt><dd>boat<\/dd>/);
    expect(readFileSync(join(scratch, "site/index.html"), "utf8")).toContain("on <b>boat</b>");
    // Once more changes nothing.
    expect(annals("keep", "--from", "boat-store").stdout).toMatch(/nothing new/);
    expect(annals("build", "-o", "site").stdout).toMatch(/unchanged|0 sessions drawn anew/);
  });

  it("takes a folder of logs, as one that is mounted, and an archive of it", () => {
    const { scratch, machine, annals, pages } = person();
    machine.write(one, promptLine(one, "Here"));
    const boat = new Machine("boat", join(scratch, "boat"));
    boat.write(two, promptLine(two, "There"));
    expect(spawnSync("tar", ["-czf", join(scratch, "boat.tar.gz"), "-C", scratch, "boat"]).status).toBe(0);
    expect(annals("keep", "--from", "boat.tar.gz", "-q").code).toBe(0);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
    appendFileSync(boat.log(two), promptLine(two, "More"));
    expect(annals("keep", "--from", "harbour=boat", "-q").code).toBe(0);
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toEqual([one, two]);
    expect(
      readFileSync(join(scratch, "site/sessions", two, "index.html"), "utf8").match(/<div class="prompt">/g),
    ).toHaveLength(2);
    writeFileSync(join(scratch, "no.tar.gz"), "nothing");
    expect(annals("keep", "--from", "no.tar.gz")).toMatchObject({
      code: 2,
      stderr: /is not an archive that tar can unpack/,
    });
    expect(annals("keep", "--from", "absent")).toMatchObject({ code: 2, stderr: /There is no file or folder/ });
  });
});

describe("prompts without a log", () => {
  it("are sessions that say so, in lists and search, and never count tokens", () => {
    const { scratch, machine, annals, pages, page } = person();
    machine.write(one, promptLine(one, "Has a log"));
    const lost = sessionId(9);
    const line = (display: string, minutes: number, more: object = {}): string =>
      `${JSON.stringify({ display, pastedContents: {}, timestamp: Date.UTC(2025, 10, 3, 16, minutes), project: "/home/ines/kiosk", sessionId: lost, ...more })}\n`;
    machine.put(
      join(machine.home, "history.jsonl"),
      line("Has a log", 0, { sessionId: one }) +
        line("Why does the kiosk show yesterday?", 2) +
        line("Here is the log. [Pasted text #1 +212 lines]", 20) +
        line("/compact", 31) +
        line("Older, of no session", 40, { sessionId: undefined, project: "/home/ines/old" }),
    );
    const ran = annals("build", "-o", "site");
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("3 sessions")]);
    expect(pages()).toHaveLength(3);
    const text = page(lost);
    expect(text).toContain("Only the prompts are known.");
    expect(text.match(/<li class="asked"/g)).toHaveLength(3);
    expect(text).toContain("Pasted text, 212 lines, not kept");
    expect(text).toMatch(/<dt>Tokens<\/dt><dd>–<\/dd>/);
    const index = readFileSync(join(scratch, "site/index.html"), "utf8");
    expect(index).toContain("prompts only");
    expect(readFileSync(join(scratch, "site/projects/kiosk/index.html"), "utf8")).toContain("prompts only");
    expect(JSON.parse(annals("stats", "--json").stdout).totals.sessions).toBe(1);
    // They outlive the history, too.
    rmSync(join(machine.home, "history.jsonl"));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(pages()).toHaveLength(3);
    // Once its log is there, the session is that.
    machine.write(lost, promptLine(lost, "Why does the kiosk show yesterday?"));
    expect(annals("build", "-o", "site", "-q").code).toBe(0);
    expect(page(lost)).not.toContain("Only the prompts are known.");
  });
});
