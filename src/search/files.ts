/** The few things search does with files. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function put(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
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
