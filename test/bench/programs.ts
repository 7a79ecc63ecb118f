/** What is measured: Annals as it is published, or as it stands here, and the other program. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

export type From = "package" | "source";

/** The command's first words. People run the compiled package; the checkout pays for its TypeScript loader each time. */
export function annals(from: From, root: string, work: string): readonly string[] {
  if (from === "source") return [process.execPath, join(root, "bin/annals.js")];
  const made = join(work, "annals");
  execFileSync(process.execPath, [join(root, "scripts/make-package.js"), join(made, "dist")], { stdio: "inherit" });
  cpSync(join(root, "package.json"), join(made, "package.json"));
  cpSync(join(root, "bin/annals.js"), join(made, "bin/annals.js"));
  symlinkSync(join(root, "node_modules"), join(made, "node_modules"));
  return [process.execPath, join(made, "bin/annals.js")];
}

export const peerName = "claude-code-transcripts@1.0.2";

/** Installed beside the archives, once; `undefined` where that does not work. */
export function peer(base: string): readonly string[] | undefined {
  const folder = join(base, peerName);
  const program = join(folder, "node_modules/.bin/claude-code-transcripts");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, peerName], {
        stdio: "ignore",
        timeout: 120_000,
      });
    } catch {
      return undefined;
    }
  }
  return existsSync(program) ? [process.execPath, program] : undefined;
}
