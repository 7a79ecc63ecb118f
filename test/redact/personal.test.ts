import { describe, expect, it } from "vitest";
import type { Redactor } from "../../src/redact/index.ts";
import { ownRedactor, place } from "./redactors.ts";

/** A redactor that has seen the user at work. */
async function familiar(name = "marigold"): Promise<Redactor> {
  const redactor = await ownRedactor();
  for (const path of [`/Users/${name}/code/app`, `/Users/${name}/notes.md`, `/home/${name}/x/y`])
    await redactor.learn(`cwd ${path}`, place);
  return redactor;
}

describe("home directories", () => {
  it.each([
    ["/Users/marigold/code/app", "~/code/app"],
    ["cd /home/marigold/code && ls", "cd ~/code && ls"],
    ["C:\\Users\\marigold\\code", "~\\code"],
    [String.raw`{"path":"C:\\Users\\marigold\\code"}`, String.raw`{"path":"~\\code"}`],
    ["C:/Users/marigold/code", "~/code"],
    ["/c/Users/marigold/code", "~/code"],
    ["/mnt/c/Users/marigold/code", "~/code"],
    ["file:///Users/marigold/a.html", "file://~/a.html"],
    ["projects/-Users-marigold-code-app/4f.jsonl", "projects/~-code-app/4f.jsonl"],
    ["projects/-home-marigold-code/4f.jsonl", "projects/~-code/4f.jsonl"],
    ["open%20%2FUsers%2Fmarigold%2Fcode", "open%20~%2Fcode"],
    ["lives in /Users/marigold", "lives in ~"],
    ["\x1b[34m/Users/marigold/code\x1b[0m", "\x1b[34m~/code\x1b[0m"],
  ])("%j becomes %j", async (before, after) => {
    expect((await familiar()).redact(before)).toBe(after);
  });

  it("keeps pages and folders that are called home", async () => {
    const redactor = await familiar();
    for (const text of [
      "GET /home/about",
      "color: var(--home-page-color); .nav -home-icon-x",
      "src/pages/home/components/a.tsx",
      "https://host.dev/Users/42",
      "app/[lang]/home/components/x.ts",
    ])
      expect(redactor.redact(text)).toBe(text);
  });

  it("finds the end of a name with signs in a folder's name", async () => {
    expect((await familiar("mari.gold-ine")).redact("-Users-mari-gold-ine-code")).toBe("~-code");
  });
});

describe("user names", () => {
  it("go as words once their home was seen", async () => {
    const redactor = await familiar();
    expect(redactor.redact("by marigold, github.com/marigold/app")).toBe(
      "by [redacted: user name #1], github.com/[redacted: user name #1]/app",
    );
    expect(redactor.redact("marigolds marigold2")).toBe("marigolds marigold2");
  });

  it("go in any case: people sign so, and a search index has all words in small letters", async () => {
    const redactor = await familiar();
    expect(redactor.redact("github.com/MariGold/app, MARIGOLD, MarigoldGarden")).toBe(
      "github.com/[redacted: user name #1]/app, [redacted: user name #1], MarigoldGarden",
    );
  });

  it("stay where many share them or they are short", async () => {
    for (const name of ["user", "runner", "bob"]) {
      const redactor = await familiar(name);
      expect(redactor.redact(`the ${name} did it in /home/${name}/x`)).toBe(`the ${name} did it in ~/x`);
    }
  });

  it.each(["chip", "will", "Mark", "grace", "test", "admin", "user", "node"])(
    "stay in sentences and go out of paths where they are the word %j",
    async (name) => {
      const redactor = await familiar(name);
      const prose = `${name} it, the ${name}, ${name}s; class="${name}" ${name}.js @${name} ${name}@ ${name}(1)`;
      expect(redactor.redact(prose)).toBe(prose);
      expect(redactor.redact(`/Users/${name}/a, /home/${name}/b, in /Users/${name}`)).toBe("~/a, ~/b, in ~");
      expect(redactor.redact(`C:\\Users\\${name}\\c, projects/-Users-${name}-code`)).toBe("~\\c, projects/~-code");
    },
  );

  it("go before the host of a shell, where they are words of a person", async () => {
    const [person, machine] = [await familiar("chip"), await familiar("node")];
    expect(person.redact("chip@laptop:~$ ssh chip@10.0.0.2; microchip@x")).toBe(
      "[redacted: user name #1]@laptop:~$ ssh [redacted: user name #1]@10.0.0.2; microchip@x",
    );
    expect(machine.redact("node@laptop:~$ npm i node@20")).toBe("node@laptop:~$ npm i node@20");
  });

  it.each(["grace", "bob"])("go where only a user's name can stand: %s", async (name) => {
    const redactor = await familiar(name);
    for (const text of [
      `uid=1000(${name}) gid=1000(${name}) groups=1000(${name}),4(adm),27(sudo)`,
      `USER=${name}\nLOGNAME=${name}\nSHELL=/bin/bash`,
      `{"user":"${name}","id":7}`,
      JSON.stringify(JSON.stringify({ userName: name })),
      `sudo -u ${name} ls`,
      `sudo -iu ${name}`,
      `chown -R ${name}:${name} /srv/app`,
      `${name}@laptop:~$ ls`,
      `ssh ${name}@10.0.0.2`,
      `${name}:x:1000:1000:,,,:/srv:/bin/bash`,
      `-rw-r--r-- 1 ${name} ${name} 4096 Jan  2 15:04 a.txt`,
      `drwxr-xr-x@ 12 ${name}  staff  384 Jan  2 15:04 src`,
      `${name}     1234  0.0  0.1  12345  6789 pts/0 S+ 10:11 0:00 vim`,
      `su - ${name}`,
      `usermod -aG docker ${name}`,
      `git config user.name ${name}`,
      `Logged in as ${name}`,
      `ls ~${name}/code`,
      `LAPTOP-7F3K\\${name}`,
    ])
      expect(redactor.redact(text)).not.toMatch(new RegExp(`\\b${name}\\b`));
    for (const text of [
      `the ${name} of it`,
      `const ${name} = user;`,
      `user ${name}s`,
      `id: "${name}-1"`,
      `${name}: 12`,
    ])
      expect(redactor.redact(text)).toBe(text);
  });

  it("go out of files beside the homes and of names that begin with theirs", async () => {
    expect((await familiar("alicia")).redact("cat /home/alicia.json /home/alicia-old")).not.toContain("alicia");
    expect((await familiar("grace")).redact("cat /home/grace.json")).toBe("cat ~.json");
    expect((await familiar()).redact("GET /home/index.html, /home/other.json")).toBe(
      "GET /home/index.html, /home/other.json",
    );
  });

  it("go everywhere when a person says so, whatever word they are", async () => {
    const redactor = await ownRedactor({ users: ["chip"] });
    expect(redactor.redact("the chip, chips")).toBe("the [redacted: user name #1], chips");
  });

  it("come from the options too", async () => {
    const redactor = await ownRedactor({ homes: ["/Users/marigold"], users: ["periwinkle"] });
    expect(redactor.redact("marigold and periwinkle in /Users/marigold")).toBe(
      "[redacted: user name #1] and [redacted: user name #2] in ~",
    );
  });
});

it("removes e-mail addresses and public addresses, numbered", async () => {
  const redactor = await ownRedactor();
  expect(redactor.redact("From: Ann <ann.lee@fastmail.com>, cc ann.lee@fastmail.com")).toBe(
    "From: Ann <[redacted: e-mail address #1]>, cc [redacted: e-mail address #1]",
  );
  expect(redactor.redact("ssh root@81.169.145.78")).toBe("ssh root@[redacted: IP address #1]");
  expect(redactor.redact("host 2a01:4f8:c17:b8f::2 answers")).toBe("host [redacted: IP address #2] answers");
  expect(redactor.redact("Server 5.9.8.7:443")).toBe("Server [redacted: IP address #3]:443");
});

it("knows an address in every notation that a browser reads", async () => {
  const redactor = await ownRedactor();
  for (const host of ["0x42.0x66.0x7.0x93", "1113982867", "0102.0146.07.0223", "0x42660793"])
    expect(redactor.redact(`see http://${host}/a`)).toMatch(/^see http:\/\/\[redacted: IP address #\d\]\/a$/);
  for (const text of ["http://0x7f.1/", "http://2130706433/", "http://127.1:8080/", "https://5/", "v0x42.0x66"])
    expect(redactor.redact(text)).toBe(text);
});

it("leaves placeholders alone, and what stands beside them", async () => {
  const redactor = await ownRedactor();
  for (const text of [
    "origin https://[redacted: GitHub token #1]@github.com/a/b.git (fetch)",
    "GitHub token #1@github.com/a/b.git",
    'password=[redacted: password #2]; token: "[redacted: secret #3]"',
    "Authorization: Bearer [redacted: bearer token #4]",
    "-----BEGIN PRIVATE KEY-----\n[redacted: private key #1]\n-----END PRIVATE KEY-----",
    "postgres://app:[redacted: password in a URL #1]@db.host.net:5432/main",
  ])
    expect(redactor.redact(text)).toBe(text);
});

it("removes ids of accounts where the field says so", async () => {
  const redactor = await ownRedactor();
  const id = ["0f1e2d3c", "4b5a", "4978", "8695", "a4b3c2d1e0f9"].join("-");
  expect(redactor.redact(`{"accountUuid":"${id}","sessionId":"${id}"}`)).toBe(
    `{"accountUuid":"[redacted: account id #1]","sessionId":"${id}"}`,
  );
  expect(redactor.redact("arn:aws:iam::482913847561:role/deploy")).toBe(
    "arn:aws:iam::[redacted: AWS account id #1]:role/deploy",
  );
});
