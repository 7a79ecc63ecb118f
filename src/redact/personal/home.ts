/** Home directories in every spelling that logs have; the name in them is the archive's own user. */
import type { Hit } from "../rule.ts";
import { isOrdinaryWord, isSharedName } from "./ordinary.ts";

export interface HomeHit extends Hit {
  readonly user: string;
  /** Something stands below it: a home, not a web page called "/home/about". */
  readonly deep: boolean;
  /** The folder form of Claude's logs, where every sign became "-": the name may end later than it seems. */
  readonly encoded?: true;
}

/** Written in any case; each is the middle of a home path. */
export const homeAnchors = [
  "/users/",
  "\\users\\",
  "/home/",
  "\\home\\",
  "-users-",
  "-home-",
  "%2fusers%2f",
  "%2fhome%2f",
];

const ending = "(?=[/\\\\\\s\"'`<>|*?,;:(){}\\[\\]&$#%!…]|\\.(?:\\s|$)|$)";
const user = "(?<user>[^/\\\\\\s\"'`<>|*?,;:(){}\\[\\]&$#%!…]{1,64}?)";

const unix = new RegExp(
  `(?<=(?<![\\w.~@)\\]}*-])(?<head>(?:[A-Za-z]:|/(?:mnt/|cygdrive/|host_mnt/|run/desktop/mnt/host/)?[A-Za-z]|/(?:var|export|usr|System/Volumes/Data|private/var))?))/(?:Users|home)/${user}${ending}`,
  "y",
);
const windows =
  /(?<=(?<![\w.~-])(?<head>[A-Za-z]:|\\\\wsl(?:\.localhost|\$)\\{1,4}\w{1,20})?)\\{1,4}(?:Users|home)\\{1,4}(?<user>[^\\/:*?"<>|\r\n,;'`(){}[\]]{1,40}?)(?=\\|["'`<>,;:)\]}|\s/]|$)/iy;
const encodedForm = /(?<=(?<![\w.~-])(?<head>[A-Za-z]-)?)-(?:Users|home)-(?<user>[A-Za-z0-9]{1,64})(?![A-Za-z0-9])/y;
const quoted = /(?<![\w.~-])%2F(?:Users|home)%2F(?<user>[\w.-]{1,64})(?![\w.-])/iy;

const nobody = /^(?:shared|public|default|all users|\.{1,3})$|^[.~$<{*-]/i;

const fileOf =
  /^(?<stem>.+?)\.(?:json|jsonl|md|txt|log|csv|ya?ml|toml|js|ts|py|sh|zip|tar|gz|tgz|tar\.gz|bak|html?|png|jpe?g|pdf|sql|db|key|pem|crt|env|conf|cfg|ini)$/i;

/** The home path whose middle stands at `at`. */
export function homeAt(text: string, at: number): HomeHit | undefined {
  const first = text[at];
  const pattern = first === "\\" ? windows : first === "-" ? encodedForm : first === "%" ? quoted : unix;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const name = match?.groups?.user;
  if (!match || name === undefined || nobody.test(name)) return undefined;
  const start = match.index - (match.groups?.head?.length ?? 0);
  const end = match.index + match[0].length;
  const file = fileOf.exec(name)?.groups?.stem;
  // "/home/jane.json" is a file beside the homes, called after one of them perhaps.
  if (file !== undefined && !/[/\\%]/.test(text[end] ?? ""))
    return { start, end: end - name.length + file.length, replacement: "~", user: file, deep: false };
  const next = text[end] ?? "";
  const isEncoded = pattern === encodedForm;
  // "-home-page-title" is a name of many things; a folder of logs stands in a path.
  const isPath = !isEncoded || start === 0 || /[/\\]/.test(text[start - 1] ?? "");
  const deep = isPath && /[/\\%-]/.test(next) && /[\w.@~\\-]/.test(text[end + 1] ?? "");
  return { start, end, replacement: "~", user: name, deep, ...(isEncoded && { encoded: true }) };
}

/** How much of a text a user's name is taken out of. */
export type NameReach = "everywhere" | "as a user" | "in paths";

/** Four letters or more that are somebody's count everywhere; a word or less where only a user's name can stand. */
export function nameReach(name: string): NameReach {
  if (name.length < 3 || !/\p{L}.*\p{L}/u.test(name) || isSharedName(name)) return "in paths";
  return isOrdinaryWord(name) || !/\p{L}.*\p{L}.*\p{L}.*\p{L}/u.test(name) ? "as a user" : "everywhere";
}

/** As Claude Code names a project's folder: every sign becomes "-". */
export const encodedName = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "-");
