/** Calls of Copilot CLI's tools that mean the same as one of ours. */
import type { UseBlock } from "../entries/content.ts";
import { any, list, number, record, text, words } from "../fields.ts";

type Same = NonNullable<UseBlock["as"]>;

const ours = (name: string, input: Readonly<Record<string, unknown>>): Same => ({
  name,
  input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
});

const pathIn = (args: unknown): string | undefined =>
  words(args, "path") ?? words(args, "file") ?? words(args, "file_path");

const readers: Readonly<Record<string, (args: unknown) => Same | undefined>> = {
  bash: (args) => {
    const command = text(args, "command");
    if (command === undefined) return undefined;
    const isBackground = words(args, "mode") === "async" || any(args, "async") === true || undefined;
    return ours("Bash", { command, description: words(args, "description"), run_in_background: isBackground });
  },
  read_bash: (args) => {
    const shell = shellIn(args);
    return shell === undefined ? undefined : ours("BashOutput", { bash_id: shell });
  },
  write_bash: (args) => {
    const shell = shellIn(args);
    return shell === undefined ? undefined : ours("BashOutput", { bash_id: shell, chars: text(args, "input") });
  },
  stop_bash: (args) => {
    const shell = shellIn(args);
    return shell === undefined ? undefined : ours("KillShell", { shell_id: shell });
  },
  view: (args) => {
    const path = pathIn(args);
    if (path === undefined) return undefined;
    const [first, last] = (list(args, "view_range") ?? []).map((line) => (typeof line === "number" ? line : undefined));
    const limit = first === undefined || last === undefined || last < first ? undefined : last - first + 1;
    return ours("Read", { file_path: path, offset: first, limit });
  },
  create: (args) => {
    const [path, content] = [pathIn(args), text(args, "file_text") ?? text(args, "content")];
    return path === undefined || content === undefined ? undefined : ours("Write", { file_path: path, content });
  },
  edit: (args) => {
    const path = pathIn(args);
    const [before, after] = [text(args, "old_str"), text(args, "new_str")];
    if (path === undefined) return undefined;
    if (before === undefined || after === undefined) return readers.create?.(args);
    return ours("Edit", { file_path: path, old_string: before, new_string: after });
  },
  str_replace_editor: (args) => {
    const command = words(args, "command");
    if (command === "view" || command === "create") return readers[command]?.(args);
    return command === "str_replace" ? readers.edit?.(args) : undefined;
  },
  apply_patch: (args) => {
    const patch = typeof args === "string" ? args : (text(args, "patch") ?? text(args, "input"));
    return patch === undefined ? undefined : ours("ApplyPatch", { patch });
  },
  grep: (args) => (words(args, "pattern") === undefined ? undefined : { name: "Grep", input: args }),
  glob: (args) =>
    words(args, "pattern") === undefined
      ? undefined
      : ours("Glob", { pattern: words(args, "pattern"), path: pathIn(args) }),
  ls: (args) => ours("LS", { path: pathIn(args) ?? "." }),
  web_fetch: (args) => (words(args, "url") === undefined ? undefined : ours("WebFetch", { url: words(args, "url") })),
  web_search: (args) =>
    words(args, "query") === undefined ? undefined : ours("WebSearch", { query: words(args, "query") }),
  task: (args) => {
    const prompt = words(args, "prompt");
    if (prompt === undefined) return undefined;
    return ours("Agent", {
      prompt,
      description: words(args, "description") ?? words(args, "name"),
      subagent_type: words(args, "agent_type"),
      model: words(args, "model"),
      run_in_background: words(args, "mode") === "background" || undefined,
    });
  },
  read_agent: (args) => {
    const agent = words(args, "agent_id");
    if (agent === undefined) return undefined;
    const seconds = number(args, "timeout");
    const isWaiting = any(args, "wait") === true || undefined;
    return ours("TaskOutput", { task_id: agent, block: isWaiting, timeout: seconds && seconds * 1000 });
  },
  write_agent: (args) => {
    const [to, content] = [words(args, "agent_id"), words(args, "message")];
    return to === undefined || content === undefined ? undefined : ours("SendMessage", { to, content });
  },
  list_agents: (args) => ({ name: "ListAgents", input: args }),
  skill: (args) => {
    const skill = words(args, "skill") ?? words(args, "name");
    return skill === undefined ? undefined : ours("Skill", { skill, args: words(args, "args") });
  },
  ask_user: (args) => {
    const question = words(args, "question");
    if (question === undefined) return undefined;
    const options = (list(args, "choices") ?? []).flatMap((choice) => {
      const label = typeof choice === "string" ? choice : (words(choice, "label") ?? words(choice, "value"));
      return label === undefined ? [] : [{ label }];
    });
    return ours("AskUserQuestion", { questions: [{ question, options }] });
  },
  exit_plan_mode: (args) => ours("ExitPlanMode", { plan: words(args, "plan") }),
  report_intent: (args) => (words(args, "intent") === undefined ? undefined : { name: "Topic", input: args }),
  task_complete: (args) => (record(args) === undefined ? undefined : { name: "Finish", input: args }),
  update_todo: todos,
};

const others: Readonly<Record<string, string>> = {
  ...{
    powershell: "bash",
    shell: "bash",
    local_shell: "bash",
    read_powershell: "read_bash",
    write_powershell: "write_bash",
    stop_powershell: "stop_bash",
  },
  ...{ read_file: "view", write_file: "create", str_replace: "edit", rg: "grep", list_directory: "ls" },
};

const shellIn = (args: unknown): string | undefined => {
  const id = any(args, "shellId") ?? any(args, "shell_id") ?? any(args, "sessionId");
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
};

/** `{"todos":"- [x] Read it\n- [ ] Change it"}` */
function todos(args: unknown): Same | undefined {
  const listed = any(args, "todos");
  if (Array.isArray(listed)) return { name: "TodoWrite", input: { todos: listed } };
  if (typeof listed !== "string") return undefined;
  const found = [...listed.matchAll(/^\s*[-*] \[([ xX~/-])\] (.+)$/gm)].map(([, mark = " ", content = ""]) => ({
    content: content.trim(),
    status: /x/i.test(mark) ? "completed" : mark === " " ? "pending" : "in_progress",
  }));
  return found.length === 0 ? undefined : { name: "TodoWrite", input: { todos: found } };
}

/** The call of ours, where there is one; `server` is the MCP server that has the tool. */
export function sameTool(
  name: string,
  args: unknown,
  server: string | undefined,
  tool: string | undefined,
): Same | undefined {
  const read = Object.hasOwn(readers, name) ? readers[name] : readers[others[name] ?? ""];
  const found = read?.(args);
  if (found !== undefined || server === undefined) return found;
  const own = tool ?? (name.startsWith(`${server}-`) ? name.slice(server.length + 1) : name);
  return { name: `mcp__${server}__${own}`, input: args };
}
