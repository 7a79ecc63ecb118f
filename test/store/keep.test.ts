/** What is kept stays, whatever becomes of the logs. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packedFiles, readStore, rebuiltManifest } from "../../src/store/store.ts";
import { Machine, promptLine, promptsOf, scratchFolder, sessionId } from "./support.ts";

const one = sessionId(1);

const storeOf = (): string => join(scratchFolder(), "store");

describe("keeping", () => {
  it("copies logs in their layout, packed, for their owner alone", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    machine.put(join(machine.projects, "-home-ines-tides", one, "tool-results/a.txt"), "an output");
    machine.put(join(machine.home, "plans/blue.md"), "# A plan");
    machine.put(join(machine.home, "image-cache", one, "1.png"), "picture");
    machine.put(join(machine.home, "history.jsonl"), "{}\n");
    machine.put(join(machine.home, "settings.json"), "{}");
    expect(await machine.keep(store)).toMatchObject({ files: 5, new: 5, grown: 0, rewritten: 0, gone: 0, unread: [] });
    const files = packedFiles(store).map((path) => path.replace(/^desk\/[^/]+\//, ""));
    expect(files).toEqual([
      "history.jsonl.gz",
      `image-cache/${one}/1.png.gz`,
      "plans/blue.md.gz",
      `projects/-home-ines-tides/${one}.jsonl.gz`,
      `projects/-home-ines-tides/${one}/tool-results/a.txt.gz`,
    ]);
    const log = join(store, packedFiles(store).find((path) => path.endsWith(`${one}.jsonl.gz`)) ?? "");
    // Any gzip unpacks it.
    expect(execFileSync("gzip", ["-dc", log], { encoding: "utf8" })).toBe(machine.text(one));
    if (process.platform !== "win32") {
      expect(statSync(store).mode & 0o777).toBe(0o700);
      expect(statSync(log).mode & 0o777).toBe(0o600);
    }
  });

  it("extends the copy of a log that grew, and keeps both versions of one that was rewritten", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    await machine.keep(store);
    machine.append(one, promptLine(one, "second"));
    expect(await machine.keep(store)).toMatchObject({ grown: 1, rewritten: 0 });
    machine.write(one, promptLine(one, "third"));
    expect(await machine.keep(store)).toMatchObject({ rewritten: 1 });
    expect(packedFiles(store).map((path) => path.replace(/.*jsonl/, ""))).toEqual([".gz", "~2.gz"]);
    expect(await promptsOf(machine, store)).toEqual({ [one]: ["first", "second", "third"] });
    // It goes on from either.
    machine.write(one, promptLine(one, "first") + promptLine(one, "second") + promptLine(one, "fourth"));
    expect(await machine.keep(store)).toMatchObject({ grown: 1 });
    expect((await promptsOf(machine, store))[one]?.toSorted()).toEqual(["first", "fourth", "second", "third"]);
  });

  it("keeps what was cut off", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    const first = promptLine(one, "first");
    machine.write(one, first + promptLine(one, "second"));
    await machine.keep(store);
    truncateSync(machine.log(one), first.length);
    expect(await machine.keep(store)).toMatchObject({ rewritten: 0, bytes: 0 });
    expect(await promptsOf(machine, store)).toEqual({ [one]: ["first", "second"] });
  });

  it("says since when a log is gone, and takes that back when it is there again", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    machine.write(sessionId(2), promptLine(sessionId(2), "other"));
    await machine.keep(store);
    const text = machine.text(one);
    rmSync(machine.log(one));
    expect(await machine.keep(store)).toMatchObject({ gone: 1 });
    const { kept } = (await machine.archive(store)).sessions.find(({ id }) => id === one) ?? {};
    expect(kept?.gone?.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
    expect(await machine.keep(store)).toMatchObject({ gone: 0 });
    machine.write(one, text);
    await machine.keep(store);
    expect((await machine.archive(store)).sessions.map((session) => session.kept)).toEqual([undefined, undefined]);
  });

  it("reads outputs, agents and their notes from the store, too", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    const folder = join(machine.projects, "-home-ines-tides", one);
    machine.write(one, promptLine(one, "first"));
    machine.put(
      join(folder, "subagents/agent-abc.jsonl"),
      promptLine(one, "find it").replace('"type"', '"isSidechain":true,"agentId":"abc","type"'),
    );
    machine.put(
      join(folder, "subagents/agent-abc.meta.json"),
      JSON.stringify({ agentType: "Explore", description: "Find it" }),
    );
    machine.put(join(folder, "tool-results/out.txt"), "all of the output");
    await machine.keep(store);
    const before = await machine.archive(store);
    rmSync(machine.projects, { recursive: true });
    const archive = await machine.archive(store);
    expect(archive.sessions[0]?.agents).toEqual(before.sessions[0]?.agents);
    expect(archive.sessions[0]?.agents).toMatchObject([{ id: "abc", type: "Explore", description: "Find it" }]);
    expect(archive.source(archive.sessions[0]?.id ?? (one as never)).files.outputs.has("out.txt")).toBe(true);
  });

  it("does not touch what did not change", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    await machine.keep(store);
    // Written so lately that its time may not tell: it is read once more, and then known.
    await new Promise((done) => setTimeout(done, 2100));
    await machine.keep(store);
    const manifest = (): string => readFileSync(join(store, "manifest.json"), "utf8");
    const before = manifest();
    expect(await machine.keep(store)).toMatchObject({ files: 1, new: 0, grown: 0, bytes: 0 });
    expect(manifest()).toBe(before);
  });

  it("has a manifest that can be made again from the files", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    await machine.keep(store);
    machine.write(one, promptLine(one, "second"));
    await machine.keep(store);
    const { files } = readStore(store)?.manifest ?? rebuiltManifest(store);
    const again = rebuiltManifest(store).files;
    expect(Object.keys(again)).toEqual(Object.keys(files));
    for (const [key, { versions }] of Object.entries(files)) expect(again[key]?.versions).toEqual(versions);
    writeFileSync(join(store, "manifest.json"), "torn");
    rmSync(machine.log(one));
    expect(await machine.keep(store)).toMatchObject({ gone: 1 });
    expect(await promptsOf(machine, store)).toEqual({ [one]: ["first", "second"] });
  });

  it("goes on where a keeper was killed while it wrote", async () => {
    const [machine, store] = [new Machine("desk"), storeOf()];
    machine.write(one, promptLine(one, "first"));
    await machine.keep(store);
    const manifest = readFileSync(join(store, "manifest.json"));
    machine.append(one, promptLine(one, "second"));
    await machine.keep(store);
    const log = join(store, packedFiles(store)[0] ?? "");
    const whole = readFileSync(log);
    // The block is there, the note of it is not, and half of another one is.
    writeFileSync(join(store, "manifest.json"), manifest);
    writeFileSync(log, Buffer.concat([whole, whole.subarray(0, 40)]));
    rmSync(machine.log(one));
    expect(await promptsOf(machine, store)).toEqual({ [one]: ["first", "second"] });
    machine.write(one, promptLine(one, "first") + promptLine(one, "second") + promptLine(one, "third"));
    expect(await machine.keep(store)).toMatchObject({ grown: 1, rewritten: 0 });
    expect(await promptsOf(machine, store)).toEqual({ [one]: ["first", "second", "third"] });
    expect(readdirSync(store)).not.toContain("lock");
    expect(existsSync(log)).toBe(true);
  });
});
