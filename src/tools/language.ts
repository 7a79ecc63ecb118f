/** The language of a file's code, as written after a Markdown fence: mostly its extension. */

const spelt: Readonly<Record<string, string>> = {
  bats: "bash",
  cc: "cpp",
  ex: "elixir",
  exs: "elixir",
  h: "c",
  hpp: "cpp",
  htm: "html",
  ipynb: "json",
  jl: "julia",
  jsonl: "json",
  markdown: "md",
  mdx: "md",
  php: "php",
  pl: "perl",
  proto: "protobuf",
  ps1: "powershell",
  pyi: "python",
  rs: "rust",
  tf: "hcl",
};

export function languageOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  if (name === "dockerfile" || name === "makefile") return name;
  const dot = name.lastIndexOf(".");
  if (dot === -1) return undefined;
  const extension = name.slice(dot + 1);
  return Object.hasOwn(spelt, extension) ? spelt[extension] : extension;
}
