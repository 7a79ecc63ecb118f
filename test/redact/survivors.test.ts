import { beforeAll, expect, it } from "vitest";
import type { Redactor } from "../../src/redact/index.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor } from "./redactors.ts";

let redactor: Redactor;
beforeAll(async () => {
  redactor = await ownRedactor();
});

const random = randomFrom(11);
const hex = (length: number): string => random.text(length, "hex");

const survivors: Readonly<Record<string, () => string>> = {
  "a commit": () => `commit ${hex(40)}\nAuthor: someone`,
  "a short commit": () => `${hex(7)} Fix the token parser`,
  "a range of commits": () => `git diff ${hex(40)}..${hex(40)} -- src/auth/token.ts`,
  "an index line": () => `index ${hex(7)}..${hex(7)} 100644`,
  "a list of commits": () => Array.from({ length: 8 }, () => `${hex(40)} refs/heads/main`).join("\n"),
  "a column of hashes": () => Array.from({ length: 8 }, () => hex(64)).join("\n"),
  "a checksum file": () => `${hex(64)}  dist/app.tar.gz`,
  "a uuid": () => `{"sessionId":"${random.uuid()}","parentUuid":"${random.uuid()}"}`,
  "an integrity string": () => `"integrity": "sha512-${random.text(86, "base64")}=="`,
  "a digest of an image": () => `FROM node:20@sha256:${hex(64)}`,
  "a tool id": () => `{"tool_use_id":"toolu_01${random.text(22)}","id":"msg_01${random.text(22)}"}`,
  "a request id": () => `request_id: req_01${random.text(22)}`,
  "a version": () => "typescript@5.9.3, v20.20.2, Chrome/120.0.6099.109, 1.2.3.4",
  "a package": () => `npm install lodash@4.17.21 @types/node@20.19.43 && pip install requests==2.32.3`,
  "token counts": () => '{"input_tokens":120394,"cache_read_input_tokens":9812345,"max_tokens":32000}',
  types: () => "password: string; token?: string | undefined; apiKey: z.string().min(20)",
  "code about secrets": () =>
    'const token = await getToken(request.headers.authorization); password = form.password ?? ""',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as workflows write it
  variables: () => "API_KEY=$OPENAI_API_KEY TOKEN=${{ secrets.GITHUB_TOKEN }} password: process.env.DB_PASSWORD",
  "stand-ins": () =>
    "ANTHROPIC_API_KEY=your-api-key-here\nTOKEN=<token>\npassword=xxxxxxxx\nsk-ant-xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "a URL without a password": () => `https://github.com/org/repo/commit/${hex(40)}?diff=unified`,
  "an SSH remote": () => "git@github.com:org/repo.git",
  "addresses of machines": () => "Co-Authored-By: Claude <noreply@anthropic.com>, user@example.com, support@vendor.io",
  "private addresses": () => "http://127.0.0.1:8080 192.168.1.20 10.0.0.1 172.16.3.4 0.0.0.0 203.0.113.9",
  "decorators and scopes": () => "@Component({selector: 'app'}) @types/node this@MainActivity.run() icon@2x.png",
  "a date after a label": () => 'tokenIssued: "2026-01-22T15:25:59Z"',
  "a cache key": () => `restore-key: npm-cache-Linux-${hex(64)}`,
  "a public key": () => `-----BEGIN PUBLIC KEY-----\n${random.text(64, "base64")}\n-----END PUBLIC KEY-----`,
};

it.each(Object.entries(survivors))("%s survives", (_, make) => {
  for (let sample = 0; sample < 50; sample++) {
    const text = make();
    expect(redactor.redact(text)).toBe(text);
  }
});
