/** Values of options: a number in its bounds, a zone of time, a source with a name. */
import { UsageError } from "../system/usage-error.ts";

export function namedSource(text: string): { readonly name: string; readonly path: string } {
  const [, name, path] = /^([^=/\\]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined)
    throw new UsageError(`--source: "${text}" is not a name and a folder, as harbour-pc=/mnt/pc/.claude.`);
  return { name, path };
}

export function whole<Name extends string>(
  name: Name,
  value: string | undefined,
  least: number,
  most: number,
): { readonly [Key in Name]?: number } {
  if (value === undefined) return {};
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`--${name}: "${value}" is not a number from ${least} to ${most}.`);
  return { [name]: number } as { readonly [Key in Name]?: number };
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
