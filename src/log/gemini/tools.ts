/** Calls of Gemini CLI's tools that mean the same as one of ours. */
import { posix } from "node:path";
import type { UseBlock } from "../entries/content.ts";
import { any, type Json, list, number, record, text, words } from "../fields.ts";

type Same = NonNullable<UseBlock["as"]>;

const first = (args: unknown, ...names: readonly string[]): string | undefined =>
  names.map((name) => words(args, name)).find((found) => found !== undefined);

/** The fields that have a value. */
const given = (fields: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const pathIn = (args: unknown): string | undefined => first(args, "file_path", "absolute_path", "path");
const folderIn = (args: unknown): string | undefined => first(args, "dir_path", "path", "directory");

const readers: Readonly<Record<string, (args: unknown) => Same | undefined>> = {
  read_file: (args) => {
    const path = pathIn(args);
    const [start, end] = [number(args, "start_line"), number(args, "end_line")];
    const offset = start ?? number(args, "offset");
    const limit = end === undefined ? number(args, "limit") : end - (start ?? 1) + 1;
    return path === undefined ? undefined : { name: "Read", input: given({ file_path: path, offset, limit }) };
  },
  write_file: (args) => {
    const [path, content] = [pathIn(args), text(args, "content")];
    if (path === undefined || content === undefined) return undefined;
    return { name: "Write", input: { file_path: path, content } };
  },
  replace: (args) => {
    const [path, before, after] = [pathIn(args), text(args, "old_string"), text(args, "new_string")];
    if (path === undefined || before === undefined || after === undefined) return undefined;
    const isAll = any(args, "allow_multiple") === true || (number(args, "expected_replacements") ?? 1) > 1;
    return {
      name: "Edit",
      input: given({ file_path: path, old_string: before, new_string: after, replace_all: isAll || undefined }),
    };
  },
  run_shell_command: (args) => {
    const command = text(args, "command");
    if (command === undefined) return undefined;
    const isBackground = any(args, "is_background") === true || undefined;
    return {
      name: "Bash",
      input: given({ command, description: words(args, "description"), run_in_background: isBackground }),
    };
  },
  list_directory: (args) => ({ name: "LS", input: given({ path: folderIn(args) ?? "." }) }),
  glob: (args) => {
    const pattern = first(args, "pattern");
    return pattern === undefined ? undefined : { name: "Glob", input: given({ pattern, path: folderIn(args) }) };
  },
  grep_search: (args) => {
    const pattern = first(args, "pattern");
    if (pattern === undefined) return undefined;
    const glob = first(args, "include", "include_pattern", "glob");
    return { name: "Grep", input: given({ pattern, path: folderIn(args), glob, output_mode: "content" }) };
  },
  web_fetch: (args) => {
    const prompt = first(args, "prompt");
    const url = first(args, "url") ?? /https?:\/\/[^\s)>"']+/.exec(prompt ?? "")?.[0];
    return url === undefined ? undefined : { name: "WebFetch", input: given({ url, prompt }) };
  },
  google_web_search: (args) => {
    const query = first(args, "query");
    return query === undefined ? undefined : { name: "WebSearch", input: { query } };
  },
  write_todos: (args) => {
    const todos = list(args, "todos")?.map((todo) => ({
      content: typeof todo === "string" ? todo : (first(todo, "description", "content", "title") ?? ""),
      // One that was dropped is off the list.
      status: words(todo, "status") === "cancelled" ? "deleted" : (words(todo, "status") ?? "pending"),
    }));
    return todos === undefined || todos.some(({ content }) => content === "")
      ? undefined
      : { name: "TodoWrite", input: { todos } };
  },
  ask_user: (args) => (list(args, "questions") === undefined ? undefined : { name: "AskUserQuestion", input: args }),
  enter_plan_mode: (args) => ({ name: "EnterPlanMode", input: args }),
  exit_plan_mode: (args) => ({
    name: "ExitPlanMode",
    input: given({ planFilePath: first(args, "plan_path", "plan_filename"), plan: first(args, "plan") }),
  }),
  activate_skill: (args) => {
    const skill = first(args, "name", "skill");
    return skill === undefined ? undefined : { name: "Skill", input: { skill } };
  },
  invoke_agent: agent,
  delegate_to_agent: agent,
  update_topic: (args) => ({
    name: "Topic",
    input: given({
      title: first(args, "title"),
      intent: first(args, "strategic_intent"),
      summary: first(args, "summary"),
    }),
  }),
  read_many_files: (args) => {
    const paths = ["paths", "include"]
      .flatMap((name) => list(args, name) ?? [])
      .filter((path) => typeof path === "string");
    return paths.length === 0 ? undefined : { name: "ReadFiles", input: { paths: paths.join(", ") } };
  },
};

const others: Readonly<Record<string, string>> = {
  edit: "replace",
  edit_file: "replace",
  search_file_content: "grep_search",
  search_file_content_ripgrep: "grep_search",
  run_command: "run_shell_command",
  shell: "run_shell_command",
  read_folder: "list_directory",
};

/** What it was asked to do, whichever name its kind of agent gives to that. */
function agent(args: unknown, name?: string): Same | undefined {
  const prompt =
    first(args, "prompt", "objective", "query", "task", "request") ??
    (record(args) === undefined ? undefined : JSON.stringify(args, undefined, 2));
  if (prompt === undefined) return undefined;
  const type = first(args, "agent_name", "agentName", "subagent_type") ?? name;
  return { name: "Agent", input: given({ prompt, subagent_type: type, description: first(args, "description") }) };
}

/** The call of ours, where there is one; `call` is the record's own. */
export function sameTool(name: string, args: unknown, call: Json, cwd: string | undefined): Same | undefined {
  const read = Object.hasOwn(readers, name) ? readers[name] : readers[others[name] ?? ""];
  const found = read?.(args);
  if (found !== undefined) return { ...found, input: fromRoot(found.input, any(call, "resultDisplay"), cwd) };
  // An agent may be a tool of its own name.
  if (words(call, "agentId") !== undefined) return agent(args, name);
  const served = /^(.+) \((.+) MCP Server\)$/.exec(words(call, "displayName") ?? "");
  if (served?.[1] !== undefined && served[2] !== undefined)
    return { name: `mcp__${served[2]}__${served[1]}`, input: args };
  const parts = /^mcp__?(.+?)__(.+)$/.exec(name);
  return parts === null ? undefined : { name: `mcp__${parts[1]}__${parts[2]}`, input: args };
}

/** Paths are from the project's folder on; where the client tells the whole path of a file, that is it. */
function fromRoot(input: unknown, display: unknown, cwd: string | undefined): unknown {
  const path = words(input, "file_path");
  if (path === undefined || isWhole(path)) return input;
  const told = words(display, "filePath");
  if (told !== undefined && isWhole(told) && basename(told) === basename(path))
    return { ...record(input), file_path: told };
  return cwd === undefined ? input : { ...record(input), file_path: posix.join(cwd, path) };
}

const isWhole = (path: string): boolean => /^(?:[/\\~]|[A-Za-z]:)/.test(path);
const basename = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
