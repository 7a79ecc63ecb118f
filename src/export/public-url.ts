/** The address that a person gives for their archive. */

/** With a slash at its end; undefined where it is no address of the web. */
export function publicUrl(given: unknown): string | undefined {
  if (typeof given !== "string" || !URL.canParse(given)) return undefined;
  const { protocol, origin, pathname, username } = new URL(given);
  if (!/^https?:$/.test(protocol) || username !== "") return undefined;
  return `${origin}${pathname.replace(/\/*$/, "/")}`;
}
