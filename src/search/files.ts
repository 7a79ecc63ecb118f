/** The few things search does with files. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { linkOrCopy } from "../files/link.ts";

/** Never into a file that is there: it may be a link to one of the site before. */
export async function put(file: string, content: string | Uint8Array): Promise<void> {
  const write = (): Promise<void> => writeFile(file, content, { flag: "wx" });
  try {
    await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") await rm(file);
    else if (code === "ENOENT") await mkdir(dirname(file), { recursive: true });
    else throw error;
    await write();
  }
}

/** A file, or a folder with all that is in it. */
export function takeOver(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) takeOver(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  linkOrCopy(from, to);
}

export async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

export const listed = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
export const exists = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined)) !== undefined;

export async function size(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  const inside = await Promise.all((await readdir(path)).map((name) => size(join(path, name))));
  return inside.reduce((sum, each) => sum + each, 0);
}
