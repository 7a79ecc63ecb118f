/**
 * Where the page of a source file is: below `files/<project>/`, in folders named like those of the path. A path is
 * hostile input: what could leave the folder, be another file on a disk that takes `A` and `a` for one, or mean something
 * in an address, is spelt otherwise, with a hash of the whole path. `.github` is `dot-github`: some servers hide the former.
 */
import { hash } from "./anchor.ts";

const plainName = /^[a-z0-9_][a-z0-9_.+@-]{0,79}$/;
/** Names of our own pages in these folders, and those that Windows keeps to itself. */
const ownNames = /^(?:index|blame|edits-\d+)\.html$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
const longest = 180;

/** One address for each path, whatever other files there are: a session's page links to it before they are known. */
export const sourceAddress = (path: string): string => plainAddress(path) ?? marked(path);

/** Undefined where the path cannot be an address as it is, or where another path would have the same. */
function plainAddress(path: string): string | undefined {
  const names = path.split("/").map((name) => name.replace(/^\.(?=[a-z0-9])/, "dot-"));
  if (/(?:^|\/)dot-/.test(path)) return undefined;
  if (names.some((name) => !plainName.test(name) || ownNames.test(name) || /\.$/.test(name))) return undefined;
  const address = names.join("/");
  return address.length > longest ? undefined : address;
}

/** What can be read of it, and a hash that nothing else has. */
function marked(path: string): string {
  const names = path
    .split("/")
    .map((name) =>
      name
        .toLowerCase()
        .normalize("NFKD")
        .replace(/^\.(?=[a-z0-9])/, "dot-")
        .replace(/[^a-z0-9_.+@-]+/g, "-")
        .replace(/^[-.+@]+|[-.+@]+$/g, "")
        .slice(0, 40),
    )
    .filter((name) => name !== "" && !ownNames.test(name))
    .slice(-4);
  return [...names.slice(0, -1), `${names.at(-1) ?? "file"}~${hash(path, 12)}`].join("/");
}
