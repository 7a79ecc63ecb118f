/** What git reset takes back, and which repository a command worked in. */
import { describe, expect, it } from "vitest";
import type { Outcome, ToolUseId } from "../../src/model/session.ts";
import { gitWork, inPlaces, withReplaced } from "../../src/tools/git/index.ts";
import { toolCall } from "../../src/tools/index.ts";

const at = { file: "a.jsonl", line: 1 };

function ran(command: string, text: string, state: "ok" | "error" = "ok") {
  const outcome: Outcome = { state, text, at };
  return gitWork(toolCall({ id: "toolu_1" as ToolUseId, name: "Bash", input: { command } }, outcome, undefined).call);
}

describe("git reset", () => {
  const commit = (sha: string) => ran(`git commit -m ${sha}`, `[main ${sha}] ${sha}`).steps;
  const taken = (...works: readonly (readonly object[])[]) =>
    withReplaced(works.flat().map((event) => ({ event })) as never).flatMap((event) =>
      event.kind === "commit" && event.replaced?.isTakenBack ? (event.sha ?? "") : [],
    );
  const reset = (command: string, output = "", state: "ok" | "error" = "ok") => ran(command, output, state).steps;

  it("takes back the last commits that were not pushed", () => {
    const three = ["aaaaaaa", "bbbbbbb", "ccccccc"].map(commit);
    expect(taken(...three, reset("git reset --soft HEAD~2"))).toEqual(["bbbbbbb", "ccccccc"]);
    expect(taken(...three, reset("git reset --hard HEAD^"), reset("git reset @~"))).toEqual(["bbbbbbb", "ccccccc"]);
    expect(taken(...three, reset("git reset -q HEAD^^1 2>&1"))).toEqual(["bbbbbbb", "ccccccc"]);
    const push = ran("git push", "To github.com:a/b.git\n   1a2b3c4..bbbbbbb  main -> main").steps;
    expect(taken(...three.slice(0, 2), push, commit("ccccccc"), reset("git reset --mixed HEAD~9"))).toEqual([
      "ccccccc",
    ]);
    const anew = ran("git reset --soft HEAD~1 && git commit -m Anew", "[main ddddddd] Anew").steps;
    expect(taken(...three, anew)).toEqual(["ccccccc"]);
  });

  it("not those of another branch or repository, nor where it failed, named files or went elsewhere", () => {
    const [one, two] = [commit("aaaaaaa"), commit("bbbbbbb")];
    const side = ran("git commit -m Side", "[side ccccccc] Side").steps;
    expect(taken(one, side, reset("git reset HEAD~2"))).toEqual(["ccccccc"]);
    for (const [command, output] of [
      ...[
        ["git reset --hard HEAD~0"],
        ["git reset HEAD~1 -- a.ts"],
        ["git reset HEAD~1 a.ts"],
        ["git reset --hard origin/main"],
      ],
      ...[
        ["git reset HEAD^2"],
        ["git reset --hard"],
        ["cd ../other && git reset --hard HEAD~1"],
        ["git -C /w/other reset HEAD~1"],
      ],
      ["git reset HEAD~9; ls", "fatal: ambiguous argument 'HEAD~9': unknown revision"],
    ])
      expect(taken(one, two, reset(command ?? "", output))).toEqual([]);
    expect(taken(one, two, reset("git reset HEAD~1", "x", "error"))).toEqual([]);
  });
});

describe("where git ran", () => {
  const placed = (roots: readonly string[], ...works: readonly (readonly [command: string, output: string])[]) => {
    const { steps, web } = inPlaces(
      works.map(([command, output]) => ran(command, output)),
      roots,
    );
    return { web, made: steps.flat().map((step) => ("web" in step ? step.web : undefined) ?? step.folder) };
  };
  const own = ["git push", "To github.com:a/own.git\n   1a2b3c4..bbbbbbb  main -> main"] as const;
  const done = "[main aaaaaaa] x\nTo github.com:a/other.git\n   1a2b3c4..aaaaaaa  main -> main";

  it("a commit in another repository has that one's page, and later ones of the own have not", () => {
    for (const command of ["cd /tmp/other && git commit -m x && git push", "cd other && git commit -m x && git push"]) {
      const { web, made } = placed(["/w/tides"], [command, done], ["git commit -m y", "[main bbbbbbb] y"]);
      expect(web).toBeUndefined();
      expect(made).toEqual(["https://github.com/a/other", "https://github.com/a/other", undefined]);
      expect(placed(["/w/tides"], own, [command, done]).web).toBe("https://github.com/a/own");
    }
    expect(placed(["/w/tides"], own, ["(cd ../b && git commit -m x); git push", "[main aaaaaaa] x"]).made[1]).toBe(
      "../b",
    );
  });

  it("the own folder may be named in many ways, and parts of it are no other repository", () => {
    for (const [root, command] of [
      ...[
        ["/home/mara/tides", "cd ~/tides && git push"],
        ["/home/mara/tides", "cd /home/mara/tides/ && git push"],
      ],
      ...[
        ["C:\\w\\tides", "cd /c/w/tides && git push"],
        ["/w/tides", "git -C . push"],
        ["/w/tides", "git -C /w/tides push"],
      ],
      ["/w/tides", 'cd "$(git rev-parse --show-toplevel)" && git push'],
    ] as const)
      expect(placed([root], [command, own[1]])).toEqual({
        web: "https://github.com/a/own",
        made: ["https://github.com/a/own"],
      });
    for (const folder of ["/w/tides/app", "app", "./app", ".."])
      expect(
        placed(["/w/tides"], own, [`cd ${folder} && git commit -m x`, "[main aaaaaaa] x"]).made[1],
      ).toBeUndefined();
  });
});
