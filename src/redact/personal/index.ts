/** All rules about people. */
import type { Rule } from "../rule.ts";
import { account, arn } from "./account.ts";
import { ipv4Anchors, ipv4At, ipv6Anchors, ipv6At, numericHostAnchors, numericHostAt } from "./address.ts";
import { emailAt } from "./email.ts";
import { homeAnchors, homeAt } from "./home.ts";

const all = <Found>(found: Found | undefined): readonly Found[] => (found === undefined ? [] : [found]);

export const emailRule = "e-mail";
export const homeRule = "home-directory";
export const userRule = "user-name";

export const personalRules: readonly Rule[] = [
  account,
  arn,
  {
    id: emailRule,
    label: "e-mail address",
    family: "personal",
    anchors: ["@"],
    find: (text, at) => all(emailAt(text, at)),
    reach: { before: 70, after: 400 },
    rank: 2,
  },
  {
    id: homeRule,
    label: "home directory",
    family: "personal",
    anchors: homeAnchors,
    find: (text, at) => all(homeAt(text, at)),
    reach: { before: 100, after: 120 },
    rank: 0,
  },
  {
    id: "ip-address",
    guard: "dotted",
    label: "IP address",
    family: "personal",
    anchors: ipv4Anchors,
    find: (text, at) => all(ipv4At(text, at)),
    reach: { before: 250, after: 30 },
    rank: 1,
  },
  {
    id: "numeric-host",
    label: "IP address",
    family: "personal",
    anchors: numericHostAnchors,
    find: (text, at) => all(numericHostAt(text, at)),
    reach: { before: 0, after: 80 },
    rank: 1,
  },
  {
    id: "ipv6-address",
    guard: "global",
    label: "IP address",
    family: "personal",
    anchors: ipv6Anchors,
    find: (text, at) => all(ipv6At(text, at)),
    reach: { before: 10, after: 50 },
    rank: 1,
  },
];
