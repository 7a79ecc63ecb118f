/** Files of a site that hold nothing of a log: our own styles and scripts, Pagefind's code, tables of ids. */
export function isWithoutLogs(file: string): boolean {
  return (
    /^assets\/(?:annals\.css|annals\.js|code\.js|search\.js|search-engine\.js)$/.test(file) ||
    /^pagefind\/(?:[\w-]+\/)?(?:pagefind[\w-]*\.js|wasm\.[\w-]+\.pagefind)$/.test(file) ||
    /^sessions\/[\w-]+\/(?:agents\/[\w-]+\/)?places\.js$/.test(file)
  );
}
