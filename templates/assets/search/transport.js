// How the pieces of the index come: fetched over http, as scripts from file://, where nothing can be fetched.

export function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Also checks: gzip carries a checksum. */
export async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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

export function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
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

const suffix = (path) => (path.startsWith("index/") ? ".pf_index" : ".pf_fragment");

/** Gives `(shard, "index/en_1a2b3c4")` → bytes, from below the site's root. */
export function transport(root, forms) {
  if (location.protocol !== "file:" && forms.pagefind) {
    return async (shard, path) => {
      const response = await fetch(new URL(`pagefind/${shard.folder}${path}${suffix(path)}`, root));
      if (!response.ok) throw new Error(`${response.status} for ${path}.`);
      return new Uint8Array(await response.arrayBuffer());
    };
  }
  const given = new Map();
  globalThis.annalsChunk = (name, base64) => given.set(name, base64);
  return async (shard, path) => {
    if (!forms.offline) throw new Error("This archive is searchable over http only.");
    const name = `${shard.name}/${path}`;
    await loadScript(new URL(`pagefind/offline/${name}.js`, root).href);
    const base64 = given.get(name);
    given.delete(name);
    if (base64 === undefined) throw new Error(`${name} is not what it should be.`);
    return bytesOf(base64);
  };
}
