/** Shapes: how one secret can stand in a log. */

export interface Shape {
  readonly id: string;
  readonly group: Group;
  /** The share of secrets that must be gone. */
  readonly floor: number;
  readonly write: (secret: string, name: string) => string;
}

const inColumns = (text: string, width: number): string[] => text.match(new RegExp(`[^]{1,${width}}`, "g")) ?? [];
const lines = (secret: string, write: (line: string, index: number) => string): string =>
  secret.split("\n").map(write).join("\n");

const upper = (name: string): string => name.toUpperCase();
const inJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);
const inUrl = (secret: string): string => encodeURIComponent(secret);

/** A name stands before the value, in one of the ways that files, commands and programs write it. */
const labelled: Readonly<Record<string, Shape["write"]>> = {
  labelled: (secret, name) => `${name}_token: ${secret}`,
  assignment: (secret, name) => `export ${upper(name)}_API_KEY="${secret}"`,
  "environment file": (secret, name) => `DEBUG=1\n${upper(name)}_SECRET=${secret}\nPORT=8080`,
  "before a command": (secret, name) => `${upper(name)}_TOKEN='${secret}' npm run deploy`,
  "docker run": (secret, name) => `docker run --rm -e "${upper(name)}_TOKEN=${secret}" app:latest`,
  Dockerfile: (secret, name) => `FROM node:20\nENV ${upper(name)}_API_KEY="${secret}"\nRUN npm ci`,
  "Dockerfile with a space": (secret, name) => `FROM node:20\nENV ${upper(name)}_API_KEY ${secret}\nRUN npm ci`,
  Compose: (secret, name) => `    environment:\n      ${upper(name)}_API_KEY: "${secret}"\n      PORT: "8080"`,
  "Compose list": (secret, name) => `    environment:\n      - ${upper(name)}_API_KEY=${secret}\n      - PORT=8080`,
  workflow: (secret, name) => `        env:\n          ${upper(name)}_TOKEN: ${secret}\n        run: npm publish`,
  "workflow command": (secret, name) => `echo "${upper(name)}_TOKEN=${secret}" >> "$GITHUB_ENV"`,
  JSON: (secret, name) => JSON.stringify({ port: 8080, [`${name}ApiKey`]: secret, debug: true }, null, 2),
  "JSON on a line": (secret, name) => JSON.stringify({ user: "x", [`${name}_secret`]: secret, debug: true }),
  YAML: (secret, name) => `${name}:\n  api_key: '${secret}'\n  region: eu`,
  TOML: (secret, name) => `[${name}]\napi_token = "${secret}"\nregion = "eu"`,
  ini: (secret, name) => `[${name}]\nsecret_key = ${secret}\nregion = eu`,
  properties: (secret, name) => `app.${name}.api-key=${secret}\napp.port=8080`,
  XML: (secret, name) =>
    `<${name}><apiKey>${secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</apiKey></${name}>`,
  header: (secret) => `> Authorization: Bearer ${secret}`,
  "header of a vendor": (secret, name) => `curl -H "X-${name}-Token: ${secret}" https://api.test-host.org/v1`,
  flag: (secret, name) => `${name} deploy --token ${secret} --region eu`,
  "flag in quotes": (secret, name) => `${name} deploy --api-key '${secret}' --region eu`,
  "flag with a sign": (secret, name) => `${name} deploy --api-key="${secret}" --region eu`,
  JavaScript: (secret, name) => `const ${name}Client = new Client({ apiKey: "${inJson(secret)}", retries: 3 });`,
  TypeScript: (secret, name) => `export const ${name}Token: string = '${secret}';`,
  Python: (secret, name) => `${name} = Client(api_key="${inJson(secret)}", retries=3)`,
  "Python environment": (secret, name) => `os.environ["${upper(name)}_API_KEY"] = "${inJson(secret)}"`,
  Go: (secret, name) => `cfg := &${name}.Config{Token: "${inJson(secret)}", Retries: 3}`,
  Ruby: (secret, name) => `${name.replace(/^./, (letter) => letter.toUpperCase())}.configure(:api_key => '${secret}')`,
  PHP: (secret, name) => `define('${upper(name)}_SECRET', '${secret}');`,
  "C#": (secret, name) => `private const string ${name}ApiKey = "${inJson(secret)}";`,
  PowerShell: (secret, name) => `$env:${upper(name)}_TOKEN = '${secret}'`,
  "connection string": (secret) =>
    `Server=tcp:db.test-host.org;Database=app;User Id=sa;Password=${secret};Encrypt=true`,
  "table of Markdown": (secret, name) => `| ${upper(name)}_TOKEN | ${secret} | the token |`,
  Terraform: (secret, name) => `variable "${name}" {\n  client_secret = "${inJson(secret)}"\n}`,
  kubectl: (secret, name) => `kubectl create secret generic ${name} --from-literal=token=${secret}`,
  "diff line": (secret, name) => lines(`${name}_secret = "${secret}"`, (line) => `+${line}`),
  "cat -n": (secret, name) =>
    lines(`${name}_secret: ${secret}`, (line, index) => `${String(index + 7).padStart(6)}\t${line}`),
  "numbered with an arrow": (secret, name) =>
    lines(`${upper(name)}_SECRET=${secret}`, (line, index) => `${String(index + 7).padStart(6)}→${line}`),
  URL: (secret, name) => `https://api.test-host.org/v1/items?limit=20&${name}_token=${inUrl(secret)}&page=2`,
  "JSON in JSON": (secret, name) => JSON.stringify({ body: JSON.stringify({ user: 1, [`${name}_token`]: secret }) }),
  "JSON thrice": (secret, name) => JSON.stringify(JSON.stringify(JSON.stringify({ [`${name}_token`]: secret }))),
  "ANSI coloured": (secret, name) => `\x1b[36m${name}_token\x1b[0m: \x1b[1;32m${secret}\x1b[0m`,
  "ANSI inside": (secret, name) =>
    `${name}_token: ${secret.slice(0, 9)}\x1b[31m${secret.slice(9, 14)}\x1b[0m${secret.slice(14)}`,
};

const wrapped: Readonly<Record<string, Shape["write"]>> = {
  wrapped: (secret, name) => inColumns(`${name}_token: ${secret}`, 20).join("\n"),
  "wrapped value": (secret, name) => `${name}_token: ${inColumns(secret, 20).join("\n")}`,
  "wrapped diff": (secret, name) =>
    inColumns(`${name}_token: ${secret.replaceAll("\n", "")}`, 40)
      .map((line) => `+${line}`)
      .join("\n"),
  "wrapped cat -n": (secret, name) =>
    inColumns(`${name}_token: ${secret.replaceAll("\n", "")}`, 40)
      .map((line, index) => `${String(index + 98).padStart(6)}→${line}`)
      .join("\n"),
};

/** Before the "@" of a URL. */
const inUrls: Readonly<Record<string, Shape["write"]>> = {
  "URL user": (secret) => `git clone https://${inUrl(secret)}@git.test-host.org/team/app.git`,
  "URL user, remote": (secret) => `origin\thttps://${inUrl(secret)}@git.test-host.org/team/app.git (fetch)`,
  "URL user and empty password": (secret) => `curl https://${inUrl(secret)}:@api.test-host.org/v1/charges`,
  "URL user and a word": (secret) => `https://${inUrl(secret)}:x-oauth-basic@git.test-host.org/team/app.git`,
  "URL password": (secret) => `https://deploy:${inUrl(secret)}@git.test-host.org/team/app.git`,
  "URL password of a token": (secret) => `https://oauth2:${inUrl(secret)}@git.test-host.org/team/app.git`,
  "URL password of an app": (secret) => `https://x-access-token:${inUrl(secret)}@git.test-host.org/team/app`,
  "database URL": (secret) => `DATABASE_URL=postgres://app:${inUrl(secret)}@db.test-host.org:5432/main?ssl=1`,
  "URL without a user": (secret) => `"redis://:${inUrl(secret)}@cache.test-host.org:6379/0"`,
  "URL in JSON": (secret) => JSON.stringify({ url: `amqps://worker:${inUrl(secret)}@queue.test-host.org/jobs` }),
  "URL of an index": (secret) =>
    `pip install --index-url https://__token__:${inUrl(secret)}@pypi.test-host.org/simple x`,
};

/** Only values with a format of their own can be told here. */
const bare: Readonly<Record<string, Shape["write"]>> = {
  "bare in prose": (secret) => `I pasted ${secret} into the form and it was taken.`,
  "bare in quotes": (secret) => `It says "${inJson(secret)}", is that right?`,
  "bare on a line": (secret) => `$ cat it\n${secret}\n$ `,
  "bare in code": (secret) => `run \`curl test-host.org/${secret}\` again`,
};

export type Group = "labelled" | "wrapped" | "URL userinfo" | "bare";

const shapesOf = (group: Group, floor: number, writers: Readonly<Record<string, Shape["write"]>>): readonly Shape[] =>
  Object.entries(writers).map(([id, write]) => ({ id, group, floor, write }));

export const shapes: readonly Shape[] = [
  ...shapesOf("labelled", 0.98, labelled),
  ...shapesOf("wrapped", 0.9, wrapped),
  ...shapesOf("URL userinfo", 0.97, inUrls),
  ...shapesOf("bare", 0.9, bare),
];

/** What each group must reach as a whole. */
export const floors: Readonly<Record<Group, number>> = {
  labelled: 0.99,
  wrapped: 0.95,
  "URL userinfo": 0.98,
  bare: 0.9,
};

/** Whether enough of the secret is gone that nobody can use the rest. */
export function isGone(secret: string, after: string): boolean {
  const flat = (text: string): string =>
    text
      .replace(/\x1b\[[\d;]*m/g, "")
      .replace(/^(?:\+|\s*\d+(?:→|\t))/gm, "")
      .replace(/\s+/g, "");
  const decoded = [after, safelyDecoded(after), after.replaceAll("\\", "")].map(flat);
  const bare = flat(secret);
  // A quarter of the value, or eight characters of a short one, left anywhere counts as a miss.
  const size = Math.max(8, Math.ceil(bare.length / 4));
  for (let at = 0; at + size <= bare.length; at += 2) {
    const piece = bare.slice(at, at + size);
    if (decoded.some((text) => text.includes(piece))) return false;
  }
  return true;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
