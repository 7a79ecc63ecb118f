/** The language of code by the name of its file. Kept apart from the highlighter, which takes long to load. */

/** Prism's name of a language by the extension of its files, or by the whole name of a well-known one. */
export const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: "sh bash zsh ksh bats",
    c: "c h",
    cpp: "cc cpp cxx hh hpp hxx ino",
    csharp: "cs csx",
    css: "css",
    diff: "diff patch",
    docker: "dockerfile containerfile",
    elixir: "ex exs",
    go: "go",
    graphql: "graphql gql",
    haskell: "hs",
    hcl: "hcl tf tfvars",
    ini: "ini cfg conf env editorconfig properties",
    java: "java",
    javascript: "js mjs cjs",
    json: "json jsonc jsonl webmanifest map ipynb",
    jsx: "jsx",
    julia: "jl",
    kotlin: "kt kts",
    less: "less",
    lua: "lua",
    makefile: "mk makefile gnumakefile",
    markdown: "md markdown mdx",
    markup: "html htm xml svg xhtml vue svelte plist xsd xsl rss atom",
    nix: "nix",
    objectivec: "m mm",
    perl: "pl pm",
    php: "php",
    powershell: "ps1 psm1",
    protobuf: "proto",
    python: "py pyi pyw",
    r: "r",
    ruby: "rb rake gemspec gemfile rakefile podfile vagrantfile",
    rust: "rs",
    sass: "sass",
    scala: "scala sbt",
    scss: "scss",
    sql: "sql",
    swift: "swift",
    toml: "toml",
    tsx: "tsx",
    typescript: "ts mts cts",
    yaml: "yaml yml",
    zig: "zig",
  }).flatMap(([language, list]) => list.split(" ").map((extension): [string, string] => [extension, language])),
);

/** A name that the highlighter may know: of extensions that are not listed above, the extension itself. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  const known = extensions.get(ending);
  if (known !== undefined) return known;
  // "Dockerfile.dev"
  if (/^(?:dockerfile|makefile)\b/.test(name)) return extensions.get(name.split(".")[0] ?? "");
  return dot < 0 ? undefined : ending;
}
