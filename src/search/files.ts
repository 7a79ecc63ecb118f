/** The few things search does with files. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { linkOrCopy } from "../system/link.ts";

/** A file, or a folder with all that is in it. */
export function takeOver(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (statSync(from).isDirectory()) takeFolderOver(from, to);
  else linkOrCopy(from, to);
}

function takeFolderOver(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) takeFolderOver(source, target);
    else linkOrCopy(source, target);
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
