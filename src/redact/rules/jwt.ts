/** JSON Web Tokens, as they are and in base64 once more. */
import type { Rule } from "../rule.ts";

const isHeader = (part: string): boolean =>
  /^\{\s*"(?:[a-z0-9_+.-]{1,20})"/i.test(Buffer.from(part, "base64url").toString("latin1"));

export const jwt: readonly Rule[] = [
  {
    id: "jwt",
    label: "JSON Web Token",
    family: "secret",
    anchors: ["eyJ"],
    pattern: /(?<![A-Za-z0-9+/_-])(?<secret>eyJ[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{0,20000}){1,4}={0,2})/dy,
    check: ({ secret }) => {
      const [header = "", payload = "", signature = ""] = secret.split(".");
      return isHeader(header) && payload.length + signature.length >= 16;
    },
    rank: 3,
  },
  {
    id: "jwt-base64",
    label: "JSON Web Token",
    family: "secret",
    anchors: ["ZXlK"],
    pattern: /(?<![A-Za-z0-9+/])(?<secret>ZXlK[A-Za-z0-9+/]{60,20000}={0,2})/dy,
    check: ({ secret }) => {
      const inner = Buffer.from(secret, "base64").toString("latin1");
      return inner.includes(".") && isHeader(inner.split(".", 1)[0] ?? "");
    },
    rank: 3,
  },
];
