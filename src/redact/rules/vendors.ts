/** Vendors whose keys have no mark of their own: their name must stand before the value. */
import {
  isDigits,
  isHash,
  isHex,
  isIdentifier,
  isIntegrity,
  isLogId,
  isName,
  isUuid,
  isVersion,
  looksRandom,
} from "../randomness.ts";
import type { Rule } from "../rule.ts";

const names = (
  "adafruit adobe airtable algolia alibaba amplitude anthropic artifactory asana atlassian azure beamer " +
  "bitbucket bittrex meraki clickhouse cloudflare codecov cohere coinbase confluent contentful " +
  "databricks datadog deepseek discord droneci dropbox etsy facebook fastly finicity finnhub flickr " +
  "flutterwave freshbooks gitter grafana heroku hubspot intercom jfrog jira kraken kucoin launchdarkly " +
  "linkedin looker mailchimp mailgun mapbox mattermost maxmind messagebird mistral netlify newrelic " +
  "new_relic nytimes okta openai pagerduty plaid postmark privateai pusher rapidapi recaptcha segment " +
  "sendbird sendgrid sentry shodan snyk sonar sourcegraph squarespace stripe sumologic sumo supabase " +
  "telegram travis trello twilio twitch twitter typeform vercel virustotal wakatime wandb yandex " +
  "zendesk zoom"
).split(" ");

/** Not the middle of another: "AccessEntry" holds a vendor's name, "AWS::X::AzureBlob" is a type. */
function isOwnWord(text: string, start: number, vendor: string): boolean {
  const at = start - vendor.length;
  const [before = "", first = ""] = [text[at - 1], text[at]];
  return !/[a-z]/.test(before) ? !text.slice(Math.max(0, at - 48), at).includes("::") : /[A-Z]/.test(first);
}

export const vendors: readonly Rule[] = [
  {
    id: "vendor-key",
    guard: "labelled",
    label: "API key",
    family: "secret",
    anchors: names,
    pattern: new RegExp(
      `(?<vendor>(?:${names.join("|")})[\\w .-]{0,40}?["'\`\\\\\\])]{0,6}\\s{0,4}(?:=>|:=|={1,3}|:)\\s{0,4}["'\`\\\\]{0,6})(?<secret>[A-Za-z0-9_\\-+/=.~:]{12,512})`,
      "diy",
    ),
    // Without a word for "secret" a hash or an id may stand here as well: those stay.
    check: ({ secret, text, start, groups: { vendor = "" } }) =>
      isOwnWord(text, start, vendor) &&
      looksRandom(secret, 12) &&
      !(isHex(secret) && secret.length < 32) &&
      !isIdentifier(secret) &&
      !isVersion(secret) &&
      !isName(secret) &&
      !isUuid(secret) &&
      !isLogId(secret) &&
      !isIntegrity(secret) &&
      !isDigits(secret) &&
      !(isHash(secret) && secret.length !== 32) &&
      !/^https?:|\/\//.test(secret),
    rank: 1,
  },
  {
    // NuGet keeps passwords in attributes.
    id: "nuget-password",
    label: "password",
    family: "secret",
    anchors: ["ClearTextPassword"],
    pattern: /ClearTextPassword["']\s{1,4}value=["'](?<secret>[^"'\s]{4,200})["']/diy,
    rank: 2,
  },
];
