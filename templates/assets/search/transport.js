// How the pieces of the index come: fetched over http, as scripts from file://, where nothing can be fetched.
// A script is some lines `annalsPiece("name","…")`, each byte a character of windows-1252 (src/search/offline.ts).

const backslash = 0x5c;
const quote = 0x22;
const escaped = { 110: 0x0a, 114: 0x0d };

/** From the codes of characters to the bytes that windows-1252 has for them. */
let byteOf;

/** What a script read as windows-1252 handed over. */
export function bytesOf(text) {
  if (byteOf === undefined) {
    const codes = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    byteOf = new Uint8Array(0x10000);
    for (let byte = 0; byte < 256; byte++) byteOf[codes.charCodeAt(byte)] = byte;
  }
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = byteOf[text.charCodeAt(at)];
  return bytes;
}

/** The same from the script's bytes, whatever encoding a server says it has. */
export function piecesIn(script) {
  const pieces = new Map();
  let at = 0;
  const next = () => {
    const start = script.indexOf(quote, at) + 1;
    if (start === 0) return undefined;
    const bytes = new Uint8Array(script.length - start);
    let size = 0;
    for (at = start; at < script.length && script[at] !== quote; at++) {
      bytes[size++] = script[at] === backslash ? (escaped[script[++at]] ?? script[at]) : script[at];
    }
    at++;
    return bytes.slice(0, size);
  };
  for (let name = next(); name !== undefined; name = next()) pieces.set(new TextDecoder().decode(name), next());
  return pieces;
}

/** Also checks: gzip carries a checksum. */
export async function unzipped(bytes) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // What goes wrong is told by the reading end.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** A piece of the index, without the signature that Pagefind puts before it. */
export async function unzippedPiece(bytes) {
  const whole = await unzipped(bytes);
  const signature = "pagefind_dcd";
  for (let at = 0; at < signature.length; at++) {
    if (whole[at] !== signature.charCodeAt(at)) throw new Error("Not a piece of the index.");
  }
  return whole.subarray(signature.length);
}

export const parsed = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

export function loadScript(url, charset) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    if (charset !== undefined) script.charset = charset;
    script.src = url;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`Cannot load ${url}.`));
    };
    document.head.append(script);
  });
}

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}.`);
  return new Uint8Array(await response.arrayBuffer());
}

const handed = new Map();
globalThis.annalsPiece = (name, text) => handed.set(name, text);

/** What a script of the index holds, by name. */
export async function loadPieces(url, names) {
  if (location.protocol !== "file:") return piecesIn(await fetched(url));
  await loadScript(url, "windows-1252");
  const pieces = new Map();
  for (const name of names ?? [...handed.keys()]) {
    if (handed.has(name)) pieces.set(name, bytesOf(handed.get(name)));
    handed.delete(name);
  }
  return pieces;
}

const suffix = (path) => (path.startsWith("index/") ? ".pf_index" : ".pf_fragment");

/** Gives `(shard, "index/en_1a2b3c4")` → bytes, from below the site's root; `pieces` are those of any script there. */
export function transport(root, forms) {
  const pieces = (path, names) => loadPieces(new URL(`pagefind/${path}.js`, root).href, names);
  if (location.protocol !== "file:" && forms.pagefind) {
    return {
      chunk: (shard, path) => fetched(new URL(`pagefind/${shard.folder}${path}${suffix(path)}`, root).href),
      pieces,
    };
  }
  const chunk = async (shard, path) => {
    if (!forms.offline) throw new Error("This archive is searchable over http only.");
    // Two archives of a portal may have the same piece at the same time on its way.
    const name = shard.prefix === "" ? path : `${shard.name}/${path}`;
    return onlyPiece(await pieces(`offline/${shard.name}/${path}`, [name]), name);
  };
  return { chunk, pieces };
}

export function onlyPiece(pieces, name) {
  if (!pieces.has(name)) throw new Error(`${name} is not what it should be.`);
  return pieces.get(name);
}
