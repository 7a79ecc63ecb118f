/** Commands as a person would type them, and patches that old versions gave to the shell. */

const shells = /(?:^|[\\/])(?:ba|z|da|k)?sh(?:\.exe)?$/;
const plain = /^[\w@%+=:,./-]+$/;

/** `["bash","-lc","ls -la"]` is "ls -la"; other words are put together as a shell would need them. */
export function commandText(command: unknown): string | undefined {
  if (typeof command === "string") return command;
  if (!Array.isArray(command) || command.length === 0 || !command.every((each) => typeof each === "string"))
    return undefined;
  const words = command as readonly string[];
  const [program = "", flag = "", script] = words;
  if (script !== undefined && words.length === 3) {
    if (shells.test(program) && /^-\w*c$/.test(flag)) return script;
    if (/(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i.test(program) && /^-(?:Command|c)$/i.test(flag)) return script;
  }
  return words.map(quoted).join(" ");
}

const inShell = /^(?:\S*[\\/])?(?:ba|z|da|k)?sh -l?c (?:'([^']*)'|"([^"\\$`]*)"|([^\s'"]+))$/;

/** The same of a command in one text, where its quotes hold nothing that a shell would change: `/bin/zsh -lc "ls -la"`. */
export function withoutShell(command: string): string {
  const found = inShell.exec(command);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? command;
}

const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const heredoc =
  /^\s*(?:cd\s+(\S+|"[^"]*"|'[^']*')\s*&&\s*)?(?:apply_patch|applypatch)\s*<<-?\s*(['"]?)(\w+)\2[^\S\n]*\n([\s\S]*)\n\3\s*$/;

/** A command that does nothing but apply a patch, as Codex itself tells it. */
export function patchInCommand(command: unknown): string | undefined {
  if (Array.isArray(command) && command.length === 2 && /^apply_?patch$/.test(String(command[0])))
    return typeof command[1] === "string" && isPatch(command[1]) ? command[1] : undefined;
  const text = commandText(command);
  const patch = text === undefined || !text.includes("*** Begin Patch") ? undefined : heredoc.exec(text)?.[4];
  return patch !== undefined && isPatch(patch) ? patch : undefined;
}

const isPatch = (text: string): boolean => text.trimStart().startsWith("*** Begin Patch");
