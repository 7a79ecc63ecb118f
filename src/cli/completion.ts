/** `annals completion bash|zsh|fish`: what a shell offers while one types, from the one list of commands and options. */
import { readFileSync } from "node:fs";
import { codingAgents } from "../model/coding-agent.ts";
import { packageFile } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { accepted, type Command, commands, options } from "./options.ts";
import { write } from "./terminal.ts";

const shells = { bash, zsh, fish };

export async function completion({ sources: [shell = "", ...more] }: Arguments): Promise<number> {
  if (more.length > 0 || !Object.hasOwn(shells, shell))
    throw new UsageError("annals completion needs a shell: bash, zsh or fish.");
  await write(shells[shell as keyof typeof shells]());
  return 0;
}

/** Values that are one of a few; all others are files, folders or words of one's own. */
const choices: Readonly<Record<string, readonly string[]>> = {
  agent: codingAgents,
  for: ["public", "me"],
  format: ["json", "js", "ts"],
};

interface Option {
  readonly name: string;
  readonly short?: string;
  readonly hasValue: boolean;
}

const everywhere: readonly Option[] = [
  { name: "help", short: "h", hasValue: false },
  { name: "version", short: "v", hasValue: false },
];

function optionsOf(command: Command): readonly Option[] {
  const own = accepted[command].map((name) => {
    const given: { readonly type: string; readonly short?: string } = options[name as keyof typeof options];
    return { name, hasValue: given.type === "string", ...(given.short === undefined ? {} : { short: given.short }) };
  });
  return [...own, ...everywhere];
}

const written = (command: Command): string =>
  optionsOf(command)
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
    .join(" ");

/** In the words of the help. */
function about(command: Command): string {
  const help = readFileSync(packageFile("src/cli/help.txt"), "utf8");
  const line = new RegExp(`^ {2}annals \\[?${command}\\b.*? {2,}(\\S.*)$`, "m").exec(help)?.[1] ?? "";
  return line.replace(/[^\w ,;.-]/g, "").trim();
}

function bash(): string {
  const all = commands.join(" ");
  const values = Object.entries(choices).map(
    ([name, words]) => `    --${name}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur")); return ;;\n`,
  );
  const each = commands.map((name) => `      ${name}) words="${written(name)}" ;;\n`);
  return `# annals completion bash: put this line into ~/.bashrc
#   source <(annals completion bash)
_annals() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${all} " in *" $word "*) command=$word; break ;; esac
  done
  [[ $cur == -* ]] || case $prev in
${values.join("")}    completion) COMPREPLY=($(compgen -W "${Object.keys(shells).join(" ")}" -- "$cur")); return ;;
  esac
  if [[ $cur == -* ]]; then
    case \${command:-build} in
${each.join("")}    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W "${all}" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _annals annals
`;
}

function zsh(): string {
  const named = commands.map((name) => `    '${name}:${about(name)}'\n`);
  const each = commands.map((name) => {
    const rows = optionsOf(name).map(({ name: option, hasValue }) => {
      const words = choices[option];
      const value = words === undefined ? "_files" : `(${words.join(" ")})`;
      return `'--${option}${hasValue ? `[]:value:${value}` : ""}'`;
    });
    return `    ${name}) _arguments ${rows.join(" ")} '*:file:${name === "completion" ? `(${Object.keys(shells).join(" ")})` : "_files"}' ;;\n`;
  });
  return `#compdef annals
# annals completion zsh: put this line into ~/.zshrc, behind compinit
#   source <(annals completion zsh)
_annals() {
  local -a commands
  commands=(
${named.join("")}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${each.join("")}  esac
}
compdef _annals annals
`;
}

function fish(): string {
  const rows = commands.flatMap((command) => [
    `complete -c annals -n __fish_use_subcommand -f -a ${command} -d '${about(command)}'\n`,
    ...optionsOf(command).map(({ name, short, hasValue }) => {
      const words = choices[name];
      const value = !hasValue ? "" : words === undefined ? " -r" : ` -x -a '${words.join(" ")}'`;
      return `complete -c annals -n '__fish_seen_subcommand_from ${command}' -l ${name}${short === undefined ? "" : ` -s ${short}`}${value}\n`;
    }),
  ]);
  const given = `complete -c annals -n '__fish_seen_subcommand_from completion' -f -a '${Object.keys(shells).join(" ")}'\n`;
  return `# annals completion fish: annals completion fish > ~/.config/fish/completions/annals.fish\n${rows.join("")}${given}`;
}
