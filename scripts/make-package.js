// Makes what is published: `node scripts/make-package.js [FOLDER]`, `dist` unless told. The sources are joined to a few
// files, since loading 300 modules takes longer than a build with nothing to do; types stay as they are.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { assetNames, bundleAsset } from "./bundle-assets.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = resolve(process.argv[2] ?? join(root, "dist"));
rmSync(target, { recursive: true, force: true });

const templates = readdirSync(join(root, "templates/pages")).filter((name) => name.endsWith(".11ty.ts"));
await build({
  absWorkingDir: root,
  entryPoints: [
    "src/cli/main.ts",
    "src/plugin/index.ts",
    "src/build/workers/worker-thread.ts",
    ...templates.map((name) => `templates/pages/${name}`),
  ],
  outdir: target,
  outbase: root,
  bundle: true,
  splitting: true,
  chunkNames: "src/parts/[hash]",
  format: "esm",
  platform: "node",
  packages: "external",
  target: "node20",
});
execFileSync(process.execPath, [
  join(root, "node_modules/typescript/bin/tsc"),
  ...["-p", join(root, "tsconfig.dist.json"), "--outDir", target],
]);
const copied = [
  "package.json",
  "src/cli/help.txt",
  "src/cli/skill",
  "templates/assets/live",
  "fixtures/sample",
  "schema",
];
for (const path of copied) cpSync(join(root, path), join(target, path), { recursive: true });
for (const name of readdirSync(join(root, "data")))
  if (name.endsWith(".json")) cpSync(join(root, "data", name), join(target, "data", name));
mkdirSync(join(target, "templates/assets"), { recursive: true });
for (const name of assetNames) writeFileSync(join(target, "templates/assets", name), await bundleAsset(name));
