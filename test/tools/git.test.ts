/** Commits, pushes and pull requests in what git and gh print. */
import { describe, expect, it } from "vitest";
import type { Outcome, ToolUseId } from "../../src/model/session.ts";
import { commandsOf } from "../../src/tools/git/commands.ts";
import { commitUrl, gitWork, linkedIn, withReplaced } from "../../src/tools/git/index.ts";
import { webOf } from "../../src/tools/git/remote.ts";
import { toolCall } from "../../src/tools/index.ts";
import { testCounts } from "../../src/tools/test-run.ts";

const at = { file: "a.jsonl", line: 1 };

function ran(command: string, text: string, state: "ok" | "error" = "ok") {
  const outcome: Outcome = { state, text, at };
  return gitWork(toolCall({ id: "toolu_1" as ToolUseId, name: "Bash", input: { command } }, outcome, undefined).call);
}

describe("git commit", () => {
  it("has sha, subject, branch and what git counted", () => {
    const output = "[main 3f2a91c] Count the last day\n 2 files changed, 7 insertions(+), 1 deletion(-)\n";
    expect(ran('git add -A && git commit -m "Count the last day"', output).events).toEqual([
      { kind: "commit", sha: "3f2a91c", branch: "main", subject: "Count the last day", files: 2, added: 7, removed: 1 },
    ]);
  });

  it("is found behind a here-document, options of git, and a first commit", () => {
    const command = 'git -C app commit -m "$(cat <<\'EOF\'\nFirst; and "quoted"\n\nWith a body.\nEOF\n)"';
    expect(ran(command, '[main (root-commit) 0a1b2c3] First; and "quoted"').events).toMatchObject([
      { sha: "0a1b2c3", subject: 'First; and "quoted"', branch: "main" },
    ]);
  });

  it("is one where the result says again, a line longer, what the command printed", () => {
    const stdout = "[main 3f2a91c] Count the last day\n 2 files changed, 7 insertions(+)\n";
    const stderr = "To https://example.org/a.git\n   71b05c3..3f2a91c  main -> main";
    const text = `${stdout}${stderr}\nShell cwd was reset to /work/tides`;
    const input = { command: 'git commit -am "Count the last day" && git push' };
    const outcome: Outcome = { state: "ok", text, at };
    const detail = { stdout: stdout.trimEnd(), stderr, interrupted: false, isImage: false };
    const { call } = toolCall({ id: "toolu_1" as ToolUseId, name: "Bash", input }, outcome, detail);
    expect(gitWork(call).events.map(({ kind }) => kind)).toEqual(["commit", "push"]);
  });

  it("two commits of one line are two, and an amended one says so", () => {
    const output =
      "[main aaaaaaa] One\n 1 file changed, 1 insertion(+)\n[main bbbbbbb] Two\n 1 file changed, 2 deletions(-)\n";
    const { events } = ran("git commit -m One && git add . && git commit -m Two", output);
    expect(events.map((event) => event.kind === "commit" && [event.sha, event.added, event.removed])).toEqual([
      ["aaaaaaa", 1, 0],
      ["bbbbbbb", 0, 2],
    ]);
    expect(ran("git commit --amend --no-edit", "[main ccccccc] One").events).toMatchObject([{ isAmended: true }]);
  });

  it("one that was amended away says so, and what took its place", () => {
    const commit = (sha: string, command: string, more = "") => ran(command, `[main ${sha}] One${more}`).events[0];
    const amended = "\n Date: Mon Mar 2 10:02:05 2026 +0100\n 1 file changed, 1 insertion(+)";
    const one = { event: commit("aaaaaaa", "git commit -m One"), time: "2026-03-02T09:02:00.000Z" };
    const two = { event: commit("bbbbbbb", "git commit -m Two"), time: "2026-03-02T09:30:00.000Z" };
    const place = (list: readonly object[]) =>
      withReplaced(list as never).map((event) => event.kind === "commit" && (event.replaced?.by ?? event.replaced));
    const again = { event: commit("ccccccc", "git commit --amend --no-edit"), time: "2026-03-02T09:40:00.000Z" };
    expect(place([one, two, again])).toEqual([undefined, "ccccccc", undefined]);
    const more = { event: commit("ddddddd", "git commit --amend -m Two"), time: "2026-03-02T09:50:00.000Z" };
    expect(place([one, two, again, more])).toEqual([undefined, "ccccccc", "ddddddd", undefined]);
    // Its date tells which one it was; where none of these is, it was made elsewhere.
    const dated = { ...again, event: commit("ccccccc", "git commit --amend --no-edit", amended) };
    expect(dated.event).toMatchObject({ authored: "2026-03-02T09:02:05.000Z" });
    expect(place([one, two, dated])).toEqual(["ccccccc", undefined, undefined]);
    expect(place([two, dated])).toEqual([undefined, undefined]);
    const elsewhere = { ...two, event: ran("git commit -m Two", "[side bbbbbbb] Two").events[0] };
    expect(place([one, elsewhere, again])).toEqual(["ccccccc", undefined, undefined]);
    // A call of an agent stands after its session's, and may have come before.
    expect(place([again, two])).toEqual([undefined, "ccccccc"]);
    const quiet = { event: ran("git commit -q --amend -m Two", "").events[0], time: "2026-03-02T09:40:00.000Z" };
    expect(place([two, quiet])).toEqual([{}, undefined]);
  });

  it("what another command printed is none, before or after git's own line", () => {
    const shas = (command: string, output: string) =>
      ran(command, output).events.map((event) => event.kind === "commit" && event.sha);
    const [noted, own] = ["[main dead111] A note\n", "[main 3f2a91c] Count\n 1 file changed\n"];
    expect(shas("cat notes.txt && git commit -m Count", noted + own)).toEqual(["3f2a91c"]);
    expect(shas("cat notes.txt && git commit -F message", noted + own)).toEqual(["3f2a91c"]);
    expect(shas("git commit -m Count && cat notes.txt", own + noted)).toEqual(["3f2a91c"]);
    const two = `${own}${noted}[main 4f2a91c] Count\n`;
    expect(shas("git commit -m Count; cat notes.txt; git commit -m Count", two)).toEqual(["3f2a91c", "4f2a91c"]);
    // One of these makes several.
    expect(shas("git revert --no-edit HEAD~2 && git commit -m Count", noted + own)).toEqual(["dead111", "3f2a91c"]);
    const amended = ran(
      "git commit -m One && git commit --amend -m Two",
      "[main aaaaaaa] One\n[main bbbbbbb] Two",
    ).events;
    expect(amended).toMatchObject([{ sha: "aaaaaaa" }, { sha: "bbbbbbb", isAmended: true }]);
    expect(amended[0]).not.toHaveProperty("isAmended");
  });

  it("one that failed, or only spoke of committing, is none", () => {
    expect(ran("git commit -m x", "Exit code 1\nnothing to commit", "error").events).toEqual([]);
    expect(ran("echo 'git commit -m x'", "git commit -m x").events).toEqual([]);
    expect(ran("git log --oneline", "[main 3f2a91c] no\n").events).toEqual([]);
  });

  it("a quiet one is known by its message", () => {
    expect(ran("git commit -qm 'Count tides'", "").events).toEqual([{ kind: "commit", subject: "Count tides" }]);
    expect(ran("git commit -m 'Count tides'", "").events).toEqual([]);
  });
});

describe("git push and pull requests", () => {
  it("a push tells branch, commit and forge", () => {
    const output = "To github.com:mara/tidemark.git\n   1a2b3c4..3f2a91c  main -> main\n";
    const { events, webs } = ran("git push", output);
    expect(events).toEqual([{ kind: "push", branch: "main", sha: "3f2a91c", web: "https://github.com/mara/tidemark" }]);
    expect(webs).toEqual([{ web: "https://github.com/mara/tidemark" }]);
    expect(ran("git push -u origin x", "To https://git.example.org/a/b\n * [new branch]      x -> x\n").events).toEqual(
      [{ kind: "push", branch: "x", web: "https://git.example.org/a/b" }],
    );
  });

  it("what was fetched or rejected is no push", () => {
    const fetched =
      "From github.com:a/b\n   1a2b3c4..c32b3c4  main       -> origin/main\n * [new branch]      x -> origin/x\n";
    const to = "To github.com:a/b.git\n";
    const rejected = `${to} ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs`;
    expect(ran("git pull --rebase && git push || true", fetched + rejected).events).toEqual([]);
    const hook = `${to} ! 1a2b3c4..c42b3c4 main -> main (pre-receive hook declined)`;
    expect(ran("git push -f", hook, "error").events).toEqual([]);
    expect(ran("git pull | tail -1; git push | tail -1", "   1a2b3c4..c32b3c4  main -> origin/main").events).toEqual(
      [],
    );
    const moved = "   c32b3c4..d32b3c4  main -> main";
    expect(ran("git push | tail -1", moved).events).toMatchObject([{ branch: "main", sha: "d32b3c4" }]);
    expect(ran("git pull && git push", `${fetched}${to}${moved}`).events).toMatchObject([{ sha: "d32b3c4" }]);
    expect(ran("git push --dry-run", `${to}${moved}`).events).toEqual([]);
  });

  it("each of several remotes has its own lines", () => {
    const output =
      "To github.com:a/b.git\n   c22b3c4..d22b3c4  main -> main\nTo gitlab.example.org:t/p.git\n   aaab3c4..d22b3c4  main -> main\n * [new branch]      feat -> feat";
    const { events, webs } = ran("git push origin main && git push mirror main feat", output);
    expect(events.map((event) => event.kind === "push" && [event.branch, event.web])).toEqual([
      ["main", "https://github.com/a/b"],
      ["main", "https://gitlab.example.org/t/p"],
      ["feat", "https://gitlab.example.org/t/p"],
    ]);
    expect(webs).toEqual([{ web: "https://github.com/a/b" }]);
  });

  it("a number of more than nine digits is none of a pull request", () => {
    expect(linkedIn("a/b#12345678901")).toBeUndefined();
    expect(ran("gh pr create", "https://github.com/a/b/pull/12345678901").events).toEqual([]);
    expect(ran("gh pr merge", "Merged pull request #12345678901").events).toEqual([
      { kind: "pull-request", action: "merged" },
    ]);
  });

  it("gh pr create gives number and address, gh pr merge a number", () => {
    expect(ran('gh pr create --title "Weeks" --body ""', "https://github.com/mara/tidemark/pull/7\n").events).toEqual([
      {
        kind: "pull-request",
        action: "opened",
        number: 7,
        title: "Weeks",
        url: "https://github.com/mara/tidemark/pull/7",
        web: "https://github.com/mara/tidemark",
      },
    ]);
    expect(ran("gh pr merge 7 --squash", "✓ Squashed and merged pull request #7 (Weeks)").events).toEqual([
      { kind: "pull-request", action: "merged", number: 7, title: "Weeks" },
    ]);
  });

  it("a merge that printed no sentence is known by its exit code, where that is the line's", () => {
    const merged = (number: number) => [{ kind: "pull-request", action: "merged", number }];
    expect(ran("gh pr merge 7 --squash --delete-branch", "").events).toEqual(merged(7));
    expect(ran("gh pr merge '#7' -s 2>&1 && git pull", "Updating 1a2b3c4..3f2a91c\nFast-forward").events).toEqual(
      merged(7),
    );
    expect(ran("gh pr merge --squash", "").events).toEqual([{ kind: "pull-request", action: "merged" }]);
    expect(ran("gh pr merge https://github.com/mara/tidemark/pull/7", "").events).toMatchObject([
      { action: "merged", number: 7, web: "https://github.com/mara/tidemark" },
    ]);
    for (const command of [
      ...[
        "gh pr merge 7 --auto --squash",
        "gh pr merge 7 || true",
        "gh pr merge 7 | tail -2",
        "gh pr merge 7; git pull",
      ],
      ...["gh pr merge 7\ngit pull", "gh pr merge 7 &", "gh pr merge --help"],
    ])
      expect(ran(command, "").events).toEqual([]);
    const still = { id: "toolu_1" as ToolUseId, name: "Bash", input: { command: "gh pr merge 7" } };
    const begun: Outcome = { state: "ok", text: "Command running in background with ID: b1", at };
    expect(gitWork(toolCall(still, begun, { backgroundTaskId: "b1" }).call).events).toEqual([]);
    expect(ran("gh pr merge 7", "! Pull request #7 was already merged").events).toEqual([]);
    expect(ran("gh pr merge 7", "Exit code 1\nX Pull request is not mergeable", "error").events).toEqual([]);
  });

  it("the client's own link is one too", () => {
    expect(linkedIn("mara/tidemark#7 https://github.com/mara/tidemark/pull/7")).toMatchObject({
      action: "linked",
      number: 7,
    });
    expect(linkedIn("mara/tidemark#7")).toEqual({ kind: "pull-request", action: "linked", number: 7 });
  });

  it("only a forge has a page", () => {
    expect(webOf("git@github.com:a/b.git")).toBe("https://github.com/a/b");
    expect(webOf("ssh://git@git.example.org:2222/a/b.git")).toBe("https://git.example.org/a/b");
    expect(webOf("https://user:secret@github.com/a/b")).toBe("https://github.com/a/b");
    for (const none of ["/srv/git/a.git", "../b", "host:a/b", "javascript:alert(1)", "https://github.com/../a"])
      expect(webOf(none)).toBeUndefined();
    expect(commitUrl("https://gitlab.com/a/b", "3f2a91c")).toBe("https://gitlab.com/a/b/-/commit/3f2a91c");
  });
});

it("a shell line is taken apart as a shell would", () => {
  expect(commandsOf('a \'b c\' && d "e \\" f" 2>&1 | g; h\ni')).toEqual([
    ["a", "b c"],
    ["d", 'e " f', "2>&1"],
    ["g"],
    ["h"],
    ["i"],
  ]);
});

describe("runs of tests", () => {
  it.each([
    ["vitest", " Test Files  1 failed (1)\n      Tests  1 failed | 10 passed (11)\n", 10, 1],
    ["jest", "Tests:       1 failed, 10 passed, 11 total", 10, 1],
    ["pytest", "========= 2 failed, 3 passed in 0.12s =========", 3, 2],
    ["cargo", "test result: ok. 5 passed; 0 failed; 0 ignored\ntest result: ok. 2 passed; 0 failed", 7, 0],
    ["node", "# tests 5\n# pass 4\n# fail 1\n", 4, 1],
    ["mocha", "  5 passing (12ms)\n  1 failing\n", 5, 1],
  ])("%s", (_, output, passed, failed) => expect(testCounts(output)).toEqual({ passed, failed }));

  it("an output without a summary has no counts", () => expect(testCounts("all good")).toBeUndefined());
});
