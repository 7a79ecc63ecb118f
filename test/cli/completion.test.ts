/** `annals completion`: what bash offers, asked in a real bash. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { accepted, commands } from "../../src/cli/options.ts";
import { annals } from "./in-process.ts";

const script = (await annals("completion", "bash")).stdout;

/** The words that bash offers for the last of these. */
function offered(...words: readonly string[]): readonly string[] {
  const asked = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_annals; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--noprofile", "--norc", "-c", asked], { encoding: "utf8" }).split("\n").filter(Boolean);
}

it("offers commands, options of the command, values and files", () => {
  expect(offered("annals", "")).toEqual([...commands]);
  expect(offered("annals", "pub")).toEqual(["publish"]);
  expect(offered("annals", "keep", "--red")).toEqual(["--redacted"]);
  expect(offered("annals", "build", "--for", "")).toEqual(["public", "me"]);
  expect(offered("annals", "init", "--format", "t")).toEqual(["ts"]);
  expect(offered("annals", "completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(offered("annals", "build", "package.j")).toEqual(["package.json"]);
  // annals alone is annals build.
  expect(offered("annals", "--outp")).toEqual(["--output"]);
});

it.each([...commands])("offers every option of %s in every shell", async (command) => {
  expect([...offered("annals", command, "--")].sort()).toEqual(
    [...accepted[command], "help", "version"].map((name) => `--${name}`).sort(),
  );
  for (const shell of ["zsh", "fish"]) {
    const { stdout } = await annals("completion", shell);
    expect(stdout).toContain(command);
    for (const name of accepted[command]) expect(stdout).toContain(name);
  }
});

it("needs one of three shells", async () => {
  expect(await annals("completion")).toMatchObject({ code: 2 });
  expect(await annals("completion", "tcsh")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("bash, zsh or fish"),
  });
});

it.each([...commands])("%s stands in the help and has its section in docs/commands.md", (command) => {
  expect(readFileSync("src/cli/help.txt", "utf8")).toMatch(new RegExp(`^ {2}annals \\[?${command}\\b`, "m"));
  expect(readFileSync("docs/commands.md", "utf8")).toMatch(
    new RegExp(`^## annals ${command}\n\n\`\`\`sh\n(?:annals|source <\\(annals)`, "m"),
  );
});
