/** Passwords and tokens in URLs, and URLs that are secrets themselves. */
import { isBlank, isIdentifier, isPlaceholder, isWording, looksRandom } from "../randomness.ts";
import { formats, type Rule } from "../rule.ts";

/** What people write in place of a password: a word for it, a variable. */
const isStandIn = (password: string): boolean =>
  isPlaceholder(password) ||
  /^(?:pass(?:word|wd)?|pwd|secret|token|x{2,}|hunter2)$/i.test(password) ||
  /^(?:\$.*|%[a-z]%?|:?[A-Z_]{3,30}|\.{2,})$/.test(password);

/** Names of users stand here too: `jenkins-bot2`, `jane.doe99`. */
function isUserToken(secret: string): boolean {
  if (secret.includes("/") && !/^[A-Za-z0-9+/]{20,}={0,2}$/.test(secret)) return false;
  return looksRandom(secret, secret.includes("/") ? 20 : 12) && !isWording(secret) && !isIdentifier(secret);
}

export const urls: readonly Rule[] = [
  {
    id: "url-password",
    guard: "user",
    label: "password in a URL",
    family: "secret",
    anchors: ["://"],
    // To the last "@" before a space: passwords do hold "@" and "/".
    pattern:
      /:\/\/(?<user>[^\s:/?#@"'`<>\\,;()[\]{}|]{0,120}):(?<secret>[^\s"'`<>\\,(){}|]{2,240})@(?<host>[A-Za-z0-9[_-][\w.:[\]-]{0,250})/dy,
    check: ({ secret, groups: { user, host = "" } }) =>
      !isStandIn(secret) &&
      secret !== user &&
      host !== "sha256" &&
      (!/(?:^|\.)example\.(?:com|org|net)$/.test(host) || looksRandom(secret)) &&
      !/^\d{1,5}\/|:\/\/|^\/\//.test(secret),
    rank: 2,
  },
  {
    id: "url-user-token",
    guard: "user",
    label: "token in a URL",
    family: "secret",
    anchors: ["://"],
    pattern:
      /:\/\/(?<secret>[^\s:/?#@"'`<>\\,;()[\]{}|][^\s:?#@"'`<>\\,;()[\]{}|]{11,240})(?::(?:x-oauth-basic|x)?)?@[A-Za-z0-9[]/dy,
    check: ({ secret }) => isUserToken(secret),
    rank: 2,
  },
  {
    id: "url-parameter",
    label: "key in a URL",
    family: "secret",
    anchors: [
      "?key=",
      "&key=",
      "?sig=",
      "&sig=",
      "?code=",
      "&code=",
      "signature=",
      "&sv=",
      "x-amz-credential=",
      "?auth=",
      "&auth=",
      "?t=",
      "&hash=",
      "?apikey=",
      "&apikey=",
      "?k=",
      "&pass=",
      "?pass=",
      "?session=",
      "&session=",
      "&state=",
    ],
    pattern: /[?&]?[a-z-]{1,20}=(?<secret>[A-Za-z0-9%_~.+/=-]{16,800})/diy,
    check: ({ secret }) => looksRandom(secret, 16),
    rank: 1,
  },
  ...formats([
    {
      id: "slack-webhook",
      label: "Slack webhook",
      prefixes: ["hooks.slack.com/"],
      body: "(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,80}",
      notBefore: "A-Za-z0-9.-",
      flags: "i",
    },
    {
      id: "discord-webhook",
      label: "Discord webhook",
      prefixes: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
      body: "\\d{10,24}/[A-Za-z0-9_-]{40,90}",
      notBefore: "A-Za-z0-9-",
    },
    {
      id: "teams-webhook",
      label: "Teams webhook",
      prefixes: [".webhook.office.com/webhookb2/", "outlook.office.com/webhook/"],
      body: "[0-9a-f@-]{36,90}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}(?:/[A-Za-z0-9_-]{1,60})?",
      notBefore: "\\s",
      flags: "i",
    },
    {
      id: "teams-flow-webhook",
      label: "Teams webhook",
      prefixes: [".logic.azure.com"],
      body: "(?::443)?/workflows/[0-9a-f]{32}/triggers/[^\\s\"'`<>\\\\]{20,300}",
      notBefore: "\\s",
    },
    {
      id: "google-chat-webhook",
      label: "Google Chat webhook",
      prefixes: ["chat.googleapis.com/v1/spaces/"],
      body: "[A-Za-z0-9_-]{6,20}/messages\\?[^\\s\"'`<>\\\\]{20,300}",
      notBefore: "A-Za-z0-9.-",
    },
    {
      id: "zapier-webhook",
      label: "Zapier webhook",
      prefixes: ["hooks.zapier.com/hooks/catch/"],
      body: "\\d{3,12}/[A-Za-z0-9]{5,12}",
      notBefore: "A-Za-z0-9.-",
    },
    {
      id: "ifttt-webhook",
      label: "IFTTT webhook",
      prefixes: ["maker.ifttt.com/trigger/"],
      body: "[A-Za-z0-9_-]{1,60}/(?:json/)?with/key/[A-Za-z0-9_-]{20,50}",
      notBefore: "A-Za-z0-9.-",
    },
  ]),
  {
    id: "sidekiq-credential",
    label: "Sidekiq credential",
    family: "secret",
    anchors: ["contribsys__com", "gems.contribsys.com"],
    pattern:
      /(?<=(?<head>[0-9a-f]{8}:[0-9a-f]{8})@)(?=gems\.contribsys)|contribsys__com\s{0,3}[=:]\s{0,3}["']?(?<secret>[0-9a-f]{8}:[0-9a-f]{8})/diy,
    check: ({ secret }) => !isBlank(secret),
    rank: 3,
  },
  {
    // An app's id, a bar, its secret: an access token of the app itself.
    id: "facebook-app-token",
    guard: "assigned",
    label: "Facebook token",
    family: "secret",
    anchors: ["access_token=", "access_token"],
    pattern: /access_token["']?\s{0,2}[:=]\s{0,2}["']?(?<secret>\d{15,16}(?:\||%7C)[\w-]{27,40})/diy,
    rank: 3,
  },
];
