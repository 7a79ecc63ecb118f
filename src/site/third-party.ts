/** Pagefind's own code: nothing of a log is in it. */
export function isThirdParty(file: string): boolean {
  return /^(?:pagefind\/(?:pagefind[\w-]*\.js|wasm\.[\w-]+\.pagefind)|assets\/search-engine\.js)$/.test(file);
}
