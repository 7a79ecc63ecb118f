/** Claude Code's settings with the hook that keeps a session when it ends, and without it. */
import { jsonNodes, memberOf, withMember, withoutMember } from "./json-text.ts";

/** How our hook is known among others; for the shell it is a comment. */
const mark = "# annals keep";

export const hookCommand = (command: string): string => `nohup ${command} </dev/null >/dev/null 2>&1 & ${mark}`;

const entryFor = (command: string) => ({ hooks: [{ type: "command", command: hookCommand(command), timeout: 10 }] });

/** `undefined` where the settings are not as Claude Code knows them. */
export function withHook(text: string, command: string): string | undefined {
  const source = text.trim() === "" ? "{}\n" : text;
  const settings = jsonNodes(source);
  if (settings.members === undefined || settings.isList) return undefined;
  const hooks = memberOf(settings, "hooks");
  const entry = entryFor(command);
  if (hooks === undefined) {
    // A file with nothing in it has no style of its own.
    const whole = JSON.stringify({ hooks: { SessionEnd: [entry] } }, null, 2);
    if (settings.members.length === 0) return source.slice(0, settings.start) + whole + source.slice(settings.end);
    return withMember(source, settings, "hooks", { SessionEnd: [entry] });
  }
  if (hooks.members === undefined || hooks.isList) return undefined;
  const atEnd = memberOf(hooks, "SessionEnd");
  if (atEnd === undefined) return withMember(source, hooks, "SessionEnd", [entry]);
  return atEnd.isList ? withMember(source, atEnd, undefined, entry) : undefined;
}

/** The command of the hook that is there, if it is ours. */
export function hookIn(text: string): string | undefined {
  return ours(text)?.command;
}

function ours(text: string): { readonly index: number; readonly command: string } | undefined {
  const found: unknown = JSON.parse(text === "" ? "{}" : text)?.hooks?.SessionEnd;
  if (!Array.isArray(found)) return undefined;
  for (const [index, entry] of found.entries()) {
    const commands: unknown[] = Array.isArray(entry?.hooks)
      ? entry.hooks.map((hook: { command?: unknown }) => hook?.command)
      : [];
    const command = commands.find((each) => typeof each === "string" && each.endsWith(mark));
    if (typeof command === "string" && commands.length === 1) return { index, command };
  }
  return undefined;
}

/** As it was before: what only the hook needed goes with it. */
export function withoutHook(text: string): string {
  const own = ours(text);
  if (own === undefined) return text;
  const settings = jsonNodes(text);
  const hooks = memberOf(settings, "hooks");
  const atEnd = hooks && memberOf(hooks, "SessionEnd");
  if (hooks === undefined || atEnd === undefined) return text;
  const index = (of: typeof settings, key: string): number =>
    of.members?.findLastIndex((each) => each.key === key) ?? -1;
  const isAlone = atEnd.members?.length === 1;
  const candidates = [
    ...(isAlone && hooks.members?.length === 1 ? withoutMember(text, settings, index(settings, "hooks")) : []),
    ...(isAlone ? withoutMember(text, hooks, index(hooks, "SessionEnd")) : []),
    ...withoutMember(text, atEnd, own.index),
  ];
  const command = own.command.slice("nohup ".length, -" </dev/null >/dev/null 2>&1 & ".length - mark.length);
  // The one that the hook would be put into just as it stands there now; after an edit, the most that is ours.
  return candidates.find((before) => withHook(before, command) === text) ?? candidates[0] ?? text;
}
