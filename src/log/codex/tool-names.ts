/** Which of our tools a call means, by its name and input. */
import type { UseBlock } from "../entries/content.ts";
import { any, list, number, object, record, text, words } from "../fields.ts";
import { commandsIn } from "./code-mode.ts";
import { commandText, patchInCommand } from "./shell.ts";

type As = NonNullable<UseBlock["as"]>;

/** `functions.exec_command` is `exec_command`; a namespace of an MCP server is part of the name. */
export function toolName(name: string, namespace: string | undefined): string {
  const own = name.replace(/^functions\./, "");
  if (namespace === undefined) return own;
  return namespace.startsWith("mcp__") ? `${namespace.replace(/_+$/, "")}__${own}` : own;
}

export function meaningOf(name: string, input: unknown): As | undefined {
  const known = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
  if (known !== undefined) return known(input);
  if (name.startsWith("mcp__")) return undefined;
  // In 2025 tools of MCP servers had no mark but this: "task-master-ai__next_task".
  return /^[\w-]+?__\w/.test(name) ? { name: `mcp__${name}`, input } : undefined;
}

/** A command, or the patch that it applies. */
function run(input: unknown): As | undefined {
  const given = typeof input === "string" ? input : (any(input, "cmd") ?? any(input, "command"));
  const patch = patchInCommand(given);
  if (patch !== undefined) return { name: "ApplyPatch", input: { patch } };
  const command = record(input) === undefined ? undefined : commandText(given);
  if (command === undefined) return undefined;
  const timeout = number(input, "timeout_ms");
  const description = words(input, "justification");
  return {
    name: "Bash",
    input: {
      command,
      ...(timeout === undefined ? {} : { timeout }),
      ...(description === undefined ? {} : { description }),
    },
  };
}

function patch(input: unknown): As | undefined {
  const given = typeof input === "string" ? input : (text(input, "input") ?? text(input, "patch"));
  return given === undefined || !given.includes("*** Begin Patch")
    ? undefined
    : { name: "ApplyPatch", input: { patch: given } };
}

function script(input: unknown): As | undefined {
  const code =
    typeof input === "string" ? input : (text(input, "source") ?? text(input, "code") ?? text(input, "input"));
  return code === undefined || code.trim() === ""
    ? undefined
    : { name: "RunScript", input: { code, commands: commandsIn(code) } };
}

function tasks(input: unknown): As | undefined {
  const plan = list(input, "plan");
  const explanation = words(input, "explanation");
  return plan === undefined
    ? undefined
    : {
        name: "TodoWrite",
        input: {
          todos: plan.map((each) => ({
            content: words(each, "step") ?? "",
            status: words(each, "status") ?? "unknown",
          })),
          ...(explanation === undefined ? {} : { explanation }),
        },
      };
}

function questions(input: unknown): As | undefined {
  return list(input, "questions") === undefined ? undefined : { name: "AskUserQuestion", input };
}

function spawn(input: unknown): As | undefined {
  const items = (list(input, "items") ?? []).flatMap((each) => text(each, "text") ?? []);
  const prompt =
    words(input, "message") ?? words(input, "prompt") ?? (items.length === 0 ? undefined : items.join("\n"));
  const description = words(input, "task_name");
  const type = words(input, "agent_type");
  const model = words(input, "model");
  return prompt === undefined
    ? undefined
    : {
        name: "Agent",
        input: {
          prompt,
          ...(description === undefined ? {} : { description }),
          ...(type === undefined ? {} : { subagent_type: type }),
          ...(model === undefined ? {} : { model }),
        },
      };
}

const targetOf = (input: unknown): string | undefined =>
  words(input, "target") ??
  words(input, "id") ??
  [...(list(input, "targets") ?? list(input, "ids") ?? [])].find((each) => typeof each === "string");

function send(input: unknown): As | undefined {
  const [to, message] = [targetOf(input), words(input, "message")];
  return to === undefined || message === undefined ? undefined : { name: "SendMessage", input: { to, message } };
}

function wait(input: unknown): As | undefined {
  const task = targetOf(input);
  const timeout = number(input, "timeout_ms");
  return task === undefined
    ? undefined
    : { name: "TaskOutput", input: { task_id: task, block: true, ...(timeout === undefined ? {} : { timeout }) } };
}

function close(input: unknown): As | undefined {
  const task = targetOf(input);
  return task === undefined ? undefined : { name: "TaskStop", input: { task_id: task } };
}

/** More of a process that runs, or words for it. */
function stdin(input: unknown): As | undefined {
  const session = any(input, "session_id");
  const chars = text(input, "chars") ?? "";
  return typeof session !== "string" && typeof session !== "number"
    ? undefined
    : { name: "BashOutput", input: { bash_id: String(session), ...(chars === "" ? {} : { chars }) } };
}

function webSearch(input: unknown): As | undefined {
  const action = object(input, "action") ?? record(input);
  const url = words(action, "url");
  const query = words(action, "query") ?? (list(action, "queries") ?? []).find((each) => typeof each === "string");
  const pattern = words(action, "pattern");
  if (url !== undefined)
    return { name: "WebFetch", input: { url, ...(pattern === undefined ? {} : { prompt: pattern }) } };
  // {"type":"open_page"}: some pages were opened whose address is not in the log.
  return action === undefined ? undefined : { name: "WebSearch", input: { query: query ?? "" } };
}

function toolSearch(input: unknown): As | undefined {
  const query = words(input, "query");
  const limit = number(input, "limit");
  return query === undefined
    ? undefined
    : { name: "ToolSearch", input: { query, ...(limit === undefined ? {} : { max_results: limit }) } };
}

function read(input: unknown): As | undefined {
  const path = words(input, "file_path") ?? words(input, "path");
  const [offset, limit] = [number(input, "offset"), number(input, "limit")];
  return path === undefined
    ? undefined
    : {
        name: "Read",
        input: {
          file_path: path,
          ...(offset === undefined ? {} : { offset }),
          ...(limit === undefined ? {} : { limit }),
        },
      };
}

function folder(input: unknown): As | undefined {
  const path = words(input, "dir_path") ?? words(input, "path");
  return path === undefined ? undefined : { name: "LS", input: { path } };
}

function grep(input: unknown): As | undefined {
  const [pattern, path, glob] = [words(input, "pattern"), words(input, "path"), words(input, "include")];
  return pattern === undefined
    ? undefined
    : {
        name: "Grep",
        input: { pattern, ...(path === undefined ? {} : { path }), ...(glob === undefined ? {} : { glob }) },
      };
}

const same =
  (name: string) =>
  (input: unknown): As => ({ name, input: record(input) ?? {} });

const meanings: Readonly<Record<string, (input: unknown) => As | undefined>> = {
  exec_command: run,
  shell: run,
  shell_command: run,
  local_shell: run,
  run_command: run,
  bash: run,
  "container.exec": run,
  apply_patch: patch,
  exec: script,
  update_plan: tasks,
  request_user_input: questions,
  spawn_agent: spawn,
  send_input: send,
  send_message: send,
  followup_task: send,
  wait_agent: wait,
  wait: wait,
  close_agent: close,
  list_agents: same("ListAgents"),
  write_stdin: stdin,
  web_search: webSearch,
  tool_search: toolSearch,
  view_image: read,
  read_file: read,
  list_dir: folder,
  grep_files: grep,
  list_mcp_resources: same("ListMcpResourcesTool"),
  read_mcp_resource: same("ReadMcpResourceTool"),
};
