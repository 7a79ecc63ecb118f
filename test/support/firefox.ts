/**
 * The machine's own Firefox as people have it: a fresh profile and no option that says what a page may load. Drivers
 * switch off the strict origins of file://, with which a search proves nothing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "./web-socket.ts";

const known = ["/usr/bin/firefox", "/usr/bin/firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"];
export const firefoxPath = [process.env.ANNALS_FIREFOX, ...known].find(
  (path) => path !== undefined && existsSync(path),
);

/** What keeps it from calling home, and from what it allows itself when it is driven. */
const off = [
  "remote.prefs.recommended",
  "app.normandy.enabled",
  "app.update.enabled",
  "browser.shell.checkDefaultBrowser",
  "datareporting.policy.dataSubmissionEnabled",
  "extensions.update.enabled",
  "network.captive-portal-service.enabled",
  "network.connectivity-service.enabled",
  "toolkit.telemetry.enabled",
];

export interface Firefox {
  goto(address: string): Promise<void>;
  /** The value of an expression in the page; promises are waited for. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export async function launchFirefox(path: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), "annals-firefox-"));
  writeFileSync(join(profile, "user.js"), off.map((name) => `user_pref("${name}", false);\n`).join(""));
  const child = spawn(path, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"], {
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const socket = await connect(`${await listening(child)}/session`, (text) => {
    const answer = JSON.parse(text) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const command = async (method: string, params: object): Promise<Result> => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type !== "success") throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
  await command("session.new", { capabilities: {} });
  const { context } = await command("browsingContext.create", { type: "tab" });
  await command("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });
  return {
    goto: async (url) => {
      await command("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async <T>(expression: string): Promise<T> => {
      const { result, exceptionDetails } = await command("script.evaluate", {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return (result?.value === undefined ? undefined : JSON.parse(result.value)) as T;
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await command("browser.close", {});
      socket.close();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Result {
  readonly context?: string;
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly message?: string;
  readonly result: Result;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (text: Buffer) => {
      said += text.toString();
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
}
