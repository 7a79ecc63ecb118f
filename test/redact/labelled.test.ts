import { beforeAll, expect, it } from "vitest";
import type { Redactor } from "../../src/redact/index.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor } from "./redactors.ts";

let redactor: Redactor;
beforeAll(async () => {
  redactor = await ownRedactor();
});

const random = randomFrom(15);
const gone = (text: string): string => redactor.redact(text).replace(/\[redacted: [^\]]+\]/g, "[]");

it.each([32, 40, 56, 64])("takes a vendor's word and %i hex digits for a key", (length) => {
  for (const prefix of ["fc-", "sk_", "prod_", "key-live-", "x1_"]) {
    const secret = prefix + random.text(length, "hex");
    expect(gone(`FIRECRAWL_API_KEY=${secret}`)).toBe("FIRECRAWL_API_KEY=[]");
    expect(gone(`echo IEX_API_KEY=${secret}`)).toBe("echo IEX_API_KEY=[]");
    expect(gone(`{"api_key": "${secret}"}`)).toBe('{"api_key": "[]"}');
  }
});

it.each([..."&;|,}<>()[]{!#%^*@+=?~:"])("leaves no half of a password with %s in it", (sign) => {
  const secret = `tR7kQ9${sign}wE2xpL5zz`;
  expect(gone(`A=1\nDB_PASSWORD=${secret}\nB=2`)).toBe("A=1\nDB_PASSWORD=[]\nB=2");
  expect(gone(`DB_PASSWORD='${secret}' npm start`)).toBe("DB_PASSWORD='[]' npm start");
  expect(gone(`password: "${secret}"`)).toBe('password: "[]"');
  expect(gone(JSON.stringify({ a: JSON.stringify({ password: secret }) }))).toBe(
    JSON.stringify({ a: JSON.stringify({ password: "[]" }) }),
  );
});

it("takes all of a value in quotes, a space in it too", () => {
  expect(gone('DB_PASSWORD="tR7kQ9 wE2xpL5zz"')).toBe('DB_PASSWORD="[]"');
  expect(gone(String.raw`{"password":"tR7kQ9\"wE2xpL5zz"}`)).toBe('{"password":"[]"}');
  expect(gone('password = "correct-horse-battery-staple"')).toBe('password = "[]"');
  expect(gone('password: "weak passwords are not allowed"')).toBe('password: "weak passwords are not allowed"');
});

it("ends a value where the next one begins", () => {
  const secret = random.text(20);
  expect(gone(`?token=${secret}&page=2`)).toBe("?token=[]&page=2");
  expect(gone(`Password=${secret}7;Encrypt=true`)).toBe("Password=[];Encrypt=true");
  expect(gone(`{token:${secret},user:me}`)).toBe("{token:[],user:me}");
  expect(gone(`<token>${secret}</token>`)).toBe("<token>[]</token>");
  expect(gone(`TOKEN=${secret};echo done`)).toBe("TOKEN=[];echo done");
  expect(gone(`TOKEN=${secret} | tee log`)).toBe("TOKEN=[] | tee log");
  expect(gone(`FB_TOKEN=9116${random.text(11, "digits")}|AY-${random.text(27, "url")}`)).toBe("FB_TOKEN=[]");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Compose writes it
  expect(gone(`\${DB_PASSWORD:-${secret}9}@db`)).toBe("${DB_PASSWORD:-[]}@db");
});
