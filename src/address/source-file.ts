/**
 * Where the page of a source file is: below `files/<project>/`, in folders named like those of the path. A path is
 * hostile input: what could leave the folder, be another file on a disk that takes `A` and `a` for one, or mean something
 * in an address, is spelt otherwise, with a hash of the whole path.
 */
import { hash } from "./anchor.ts";

const plainName = /^[a-z0-9_][a-z0-9_.+@-]{0,79}$/;
/** Names of our own pages in these folders, and those that Windows keeps to itself. */
const ownNames = /^(?:index|blame|edits-\d+)\.html$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
const longest = 180;

/** One address for each path, the same as long as those before it in the list are: the earliest file comes first. */
export function sourceAddresses(paths: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const plain = plainAddress(path);
    let address = plain ?? marked(path, 8);
    for (let length = 8; taken.has(address); length++) address = marked(path, length);
    taken.add(address);
    return address;
  });
}

/** Undefined where the path cannot be an address as it is. */
function plainAddress(path: string): string | undefined {
  const names = path.replace(/^~?\//, "root/").split("/").map(nameOf);
  if (names.some((name) => !plainName.test(name) || ownNames.test(name) || /\.$/.test(name))) return undefined;
  const address = names.join("/");
  return address.length > longest ? undefined : address;
}

/** `.github` is hidden from some servers, names that differ by case are one for some disks. */
const nameOf = (name: string): string => name.toLowerCase().replace(/^\.(?=[a-z0-9])/, "dot-");

/** What can be read of it, and a hash that nothing else has. */
function marked(path: string, length: number): string {
  const names = path
    .split("/")
    .map((name) =>
      nameOf(name)
        .normalize("NFKD")
        .replace(/[^a-z0-9_.+@-]+/g, "-")
        .replace(/^[-.+@]+|[-.+@]+$/g, "")
        .slice(0, 40),
    )
    .filter((name) => name !== "" && !ownNames.test(name))
    .slice(-4);
  return `${[...names.slice(0, -1), `${names.at(-1) ?? "file"}~${hash(path, length)}`].join("/")}`;
}
