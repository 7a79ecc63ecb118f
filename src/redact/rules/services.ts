/** Mail, messaging, monitoring, content: vendors whose tokens name themselves. */
import { looksRandom, strangeness } from "../randomness.ts";
import { formats, type Rule, withHexDigit } from "../rule.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const word = "A-Za-z0-9_";

const named = formats([
  {
    id: "slack-token",
    label: "Slack token",
    prefixes: ["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xoxe."],
    body: "[A-Za-z0-9.%/+-]{10,300}",
    notAfter: "A-Za-z0-9-",
  },
  {
    id: "slack-app-token",
    label: "Slack token",
    prefixes: ["xapp-"],
    body: "\\d-[A-Z0-9]{3,20}-\\d{3,20}-[A-Za-z0-9]{8,80}",
    flags: "i",
  },
  {
    id: "sendgrid-key",
    label: "SendGrid key",
    prefixes: ["SG."],
    body: "[A-Za-z0-9=_.-]{30,80}",
    notAfter: "A-Za-z0-9_-",
    check: ({ secret }) => looksRandom(secret),
  },
  {
    id: "sendinblue-key",
    label: "Brevo key",
    prefixes: ["xkeysib-", "xsmtpsib-"],
    body: "[0-9a-f]{64}-[A-Za-z0-9]{16}",
  },
  { id: "mailgun-key", label: "Mailgun key", prefixes: ["key-", "pubkey-"], body: "[0-9a-f]{32}" },
  {
    id: "mailchimp-key",
    label: "Mailchimp key",
    prefixes: ["-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"],
    head: "[0-9a-f]{32}",
    body: "\\d?",
  },
  { id: "resend-key", label: "Resend key", prefixes: ["re_"], body: "[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}" },
  {
    id: "twilio-key",
    label: "Twilio key",
    prefixes: [...withHexDigit("SK"), ...withHexDigit("AC")],
    body: "[0-9a-f]{31}",
  },
  {
    id: "telegram-token",
    label: "Telegram bot token",
    prefixes: [":AA", ":AE", ":AF", ":AG", ":AH"],
    head: "\\d{5,16}",
    body: "[A-Za-z0-9_-]{32,34}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "sentry-token",
    label: "Sentry token",
    prefixes: ["sntrys_", "sntryu_"],
    body: "[A-Za-z0-9+/=_-]{40,700}",
    notAfter: "A-Za-z0-9+/=_-",
  },
  {
    id: "newrelic-key",
    label: "New Relic key",
    prefixes: ["NRAK-", "NRJS-", "NRII-", "NRSP-", "NRRA-", "NRIQ-", "NRAA-", "NRAL-"],
    body: "[A-Za-z0-9_-]{19,40}",
    flags: "i",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "grafana-token",
    label: "Grafana token",
    prefixes: ["glc_"],
    body: "[A-Za-z0-9+/]{32,400}={0,3}",
    notAfter: "A-Za-z0-9+/=",
  },
  { id: "grafana-service-token", label: "Grafana token", prefixes: ["glsa_"], body: "[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}" },
  { id: "grafana-api-key", label: "Grafana key", prefixes: ["eyJrIjoi"], body: "[A-Za-z0-9]{70,400}={0,3}" },
  { id: "posthog-key", label: "PostHog key", prefixes: ["phx_", "phc_"], body: "[A-Za-z0-9]{40,50}" },
  { id: "hubspot-token", label: "HubSpot token", prefixes: ["pat-na1-", "pat-na2-", "pat-eu1-"], body: uuid },
  {
    id: "frameio-token",
    label: "Frame.io token",
    prefixes: ["fio-u-"],
    body: "[A-Za-z0-9=_-]{64}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "intra42-secret", label: "42 secret", prefixes: ["s-s4t2ud-", "s-s4t2af-"], body: "[0-9a-f]{64}" },
  {
    id: "settlemint-token",
    label: "SettleMint token",
    prefixes: ["sm_aat_", "sm_pat_", "sm_sat_"],
    body: "[A-Za-z0-9]{16}",
  },
  {
    id: "typeform-token",
    label: "Typeform token",
    prefixes: ["tfp_"],
    body: "[A-Za-z0-9_.=-]{44,64}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "contentful-token",
    label: "Contentful token",
    prefixes: ["CFPAT-"],
    body: "[A-Za-z0-9_-]{43}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "mapbox-token",
    label: "Mapbox token",
    prefixes: ["pk.eyJ", "sk.eyJ", "tk.eyJ", "pk.", "sk."],
    body: "[A-Za-z0-9]{20,160}\\.[A-Za-z0-9_-]{22}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "maxmind-key", label: "MaxMind key", prefixes: ["_mmk"], head: "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}", body: "" },
  { id: "adobe-secret", label: "Adobe secret", prefixes: ["p8e-"], body: "[A-Za-z0-9]{32}", flags: "i" },
  { id: "adafruit-key", label: "Adafruit key", prefixes: ["aio_"], body: "[A-Za-z0-9]{28}" },
  { id: "clojars-token", label: "Clojars token", prefixes: ["CLOJARS_"], body: "[0-9a-z]{60}", flags: "i" },
  {
    id: "dropbox-token",
    label: "Dropbox token",
    prefixes: ["sl."],
    body: "(?:u\\.|B)?[A-Za-z0-9_=-]{120,1500}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "facebook-token",
    label: "Facebook token",
    prefixes: ["EAAM", "EAAC", "EAAB", "EAAG", "EAAJ"],
    body: "[A-Za-z0-9]{80,400}",
    notBefore: "A-Za-z0-9+/=_-",
    check: ({ secret }) => looksRandom(secret),
  },
  {
    id: "twitter-bearer",
    label: "Twitter bearer token",
    prefixes: ["AAAAAAAAAAAAAAAAAAAAA"],
    body: "[A-Za-z0-9%]{60,140}",
    notBefore: "A-Za-z0-9+/=_-",
    notAfter: "A-Za-z0-9%+/=",
    check: ({ secret }) => strangeness(secret.replace(/^A+/, "")) > 0.4,
  },
  {
    id: "authress-key",
    label: "Authress key",
    prefixes: [".acc_", ".acc-"],
    head: "(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}",
    body: "[A-Za-z0-9_-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}",
    notAfter: "A-Za-z0-9+/_=-",
  },
  { id: "artifactory-key", label: "JFrog key", prefixes: ["AKCp"], body: "[A-Za-z0-9]{65,73}" },
  // "reftkn" in base64.
  { id: "artifactory-token", label: "JFrog token", prefixes: ["cmVmdGtu"], body: "[A-Za-z0-9]{54,60}" },
  {
    id: "beamer-token",
    label: "Beamer token",
    prefixes: withHexDigit("b_"),
    body: "[A-Za-z0-9=_-]{43}",
    notAfter: "A-Za-z0-9_=-",
    check: ({ secret }) => looksRandom(secret.slice(2)),
  },
  { id: "ngrok-key", label: "ngrok key", prefixes: ["ak_2"], body: "[A-Za-z0-9]{26,32}" },
  {
    id: "airtable-legacy-key",
    label: "Airtable key",
    prefixes: ["key"],
    body: "[A-Za-z0-9]{14}",
    notAfter: word,
    check: ({ secret }) => /\d/.test(secret) && /[A-Z]/.test(secret) && strangeness(secret.slice(3)) > 0.6,
  },
]);

// A bot's id is digits in base64: its first four letters are three digits.
const digits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
const digitsInBase64 = digits.map((three) => Buffer.from(three).toString("base64"));

const discord: Rule = {
  id: "discord-token",
  label: "Discord bot token",
  family: "secret",
  anchors: digitsInBase64,
  pattern:
    /(?<![A-Za-z0-9_-])(?<secret>[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})(?![A-Za-z0-9_-])/dy,
  rank: 3,
};

export const services: readonly Rule[] = [...named, discord];
