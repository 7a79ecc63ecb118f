/** Gemini CLI: `~/.gemini/tmp/<project>/chats/`, up to 0.38 a JSON document for each session, since then lines. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { plainName } from "../../system/packed-file.ts";
import type { LogFile } from "../discover.ts";
import { noteUnknown, type Parsed } from "../entries/parse.ts";
import { jsonRecords } from "../json-records.ts";
import { linesIn } from "../lines.ts";
import { logLines } from "../merged-lines.ts";
import type { Provider } from "../provider.ts";
import { readRegular } from "../regular-file.ts";
import { wholeFile } from "../whole-file.ts";
import { discover, isLog } from "./discover.ts";
import { entriesOf } from "./entries.ts";
import { History } from "./history.ts";
import { folderWithHash, knownFolder } from "./project.ts";

const mostBytes = 512 << 20;
const mostPlan = 4 << 20;

export const gemini: Provider = {
  agent: "gemini",
  usualFolders: ({ home, environment }) => [join(environment.GEMINI_CLI_HOME || home, ".gemini", "tmp")],
  folderIn: (folder) => {
    const isOwn = (path: string): boolean => basename(path) === ".gemini";
    if (basename(folder) === "tmp" && isOwn(dirname(folder))) return folder;
    return [join(folder, ".gemini", "tmp"), ...(isOwn(folder) ? [join(folder, "tmp")] : [])].find((path) =>
      existsSync(path),
    );
  },
  isLog,
  discover,
  read,
  isCompanion: (path) => ["projects.json", ".project_root"].includes(basename(path)),
  resume: (id) => ["gemini", "--resume", id],
};

function read(file: LogFile): Parsed {
  const history = new History(file.role.id ?? file.name);
  const found = plainName(file.path).endsWith(".json") ? readWhole(file, history) : readLines(file, history);
  const { role } = file;
  const entries = entriesOf(history.nodes, {
    sessionId: role.id,
    isAgent: role.kind === "agent",
    folder: knownFolder(file.folder),
    byHash: (hash) => folderWithHash(hash, textsOf(history.nodes)),
    plan: (name) => planIn(file, name),
  });
  const diagnostics = [...found];
  for (const entry of entries) noteUnknown(entry, diagnostics);
  return { entries, diagnostics };
}

function* textsOf(nodes: History["nodes"]): Generator<string> {
  for (const node of nodes) if (node.kind === "message") yield JSON.stringify(node.raw);
}

function readLines(file: LogFile, history: History): readonly Diagnostic[] {
  const { records, diagnostics } = jsonRecords(logLines(file), file.name);
  for (const each of records) history.add(each);
  return diagnostics;
}

/** What older versions of it have comes first: a message is known by its id. */
function readWhole({ path, versions = [], name }: LogFile, history: History): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const version of [...versions, path]) {
    const bytes = readRegular(version, mostBytes);
    const whole = bytes === undefined ? undefined : wholeFile(bytes.toString(), name);
    if (bytes === undefined) diagnostics.push(left(name, "Could not be read, or is too large; left out."));
    else if (whole === undefined) diagnostics.push(left(name, "Not a JSON object; left out."));
    else if (whole.messages.length === 0 && /\n\s*\{/.test(bytes.toString("utf8", 0, 1 << 16))) {
      // Lines under the older name.
      const lines = jsonRecords(linesIn(bytes, 0, 0), name);
      for (const each of lines.records) history.add(each);
      diagnostics.push(...lines.diagnostics);
    } else {
      history.header(whole.header, { file: name, line: 1 });
      for (const { raw, at } of whole.messages) history.message(raw, at);
      diagnostics.push(...whole.diagnostics);
    }
  }
  return diagnostics;
}

const left = (file: string, message: string): Diagnostic => ({
  code: "unreadable-file",
  level: "error",
  at: { file, line: 0 },
  message,
});

/** Plans lie in a folder beside the logs; a path in the log may lead anywhere, its last part does not. */
function planIn({ path, role }: LogFile, name: string): string | undefined {
  const project = dirname(dirname(path));
  const session = role.kind === "session" ? role.id : role.session;
  const file = basename(name.replaceAll("\\", "/"));
  return [
    join(project, "plans", file),
    ...(session === undefined ? [] : [join(project, basename(session), "plans", file)]),
  ]
    .map((each) => readRegular(each, mostPlan)?.toString())
    .find((each) => each !== undefined);
}
