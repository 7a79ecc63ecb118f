/** Ids of accounts and organisations, where a field's name says that they are. */
import type { Rule } from "../rule.ts";

/** As documents write them: `111122223333`, `123456789012`, and ids of nothing but one digit. */
const isMadeUp = (id: string): boolean =>
  /^(?:0?12345678901?2?0?|111122223333|444455556666)$/.test(id) || /^([0-9a-f])\1+$/.test(id.replaceAll("-", ""));

export const account: Rule = {
  id: "account-id",
  guard: "assigned",
  label: "account id",
  family: "personal",
  anchors: [
    "account",
    "organization",
    "organisation",
    "org_uuid",
    "orguuid",
    "org_id",
    "orgid",
    "userid",
    "user_id",
    "subscription",
    "tenant",
  ],
  pattern:
    /(?:account|organi[sz]ation|org|user|subscription|tenant)[-_ ]?(?:uu)?id["'`\\]{0,4}\s{0,3}[:=]\s{0,3}["'`\\]{0,4}(?<secret>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|user_[0-9A-Za-z]{20,60}|org-[0-9A-Za-z]{20,30}|\d{12})(?![\w-])/diy,
  check: ({ secret }) => !isMadeUp(secret),
  rank: 2,
};

/** `arn:aws:iam::123456789012:role/x` names its account by place. */
export const arn: Rule = {
  id: "aws-account-id",
  label: "AWS account id",
  family: "personal",
  anchors: ["arn:aws"],
  pattern: /arn:aws[\w-]{0,12}:[\w-]{1,40}:[\w-]{0,24}:(?<secret>\d{12}):/dy,
  check: ({ secret }) => !isMadeUp(secret),
  rank: 2,
};
