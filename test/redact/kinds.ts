/**
 * A maker for every kind that SECURITY.md section 7 lists, under the names of that check list. Prefixes are written in
 * pieces, so that no file of ours holds anything that looks like a token.
 */
import type { Alphabet, Random } from "./random.ts";

export interface Kind {
  readonly id: string;
  /** Has a shape that tells it from other text without a label. */
  readonly isOwn: boolean;
  readonly make: (random: Random) => string;
}

type Maker = Kind["make"];

const after =
  (prefix: string, length: number, alphabet: Alphabet = "alnum"): Maker =>
  (random) =>
    prefix + random.text(length, alphabet);
const plain =
  (length: number, alphabet: Alphabet = "alnum"): Maker =>
  (random) =>
    random.text(length, alphabet);
const uuid: Maker = (random) => random.uuid();

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt: Maker = (random) =>
  [
    encoded({ alg: "HS256", typ: "JWT" }),
    encoded({ sub: random.text(10, "digits"), iat: 1_700_000_000 }),
    random.text(43, "url"),
  ].join(".");

const own: Readonly<Record<string, Maker>> = {
  "1password-secret-key": (random) =>
    ["A3", ...[6, 11, 5, 5, 5].map((length) => random.text(length, "upperDigits"))].join("-"),
  "1password-service-account-token": (random) =>
    `ops_${encoded({ signInAddress: "a.1password.com", key: random.text(200) })}`,
  "adafruit-api-key-new": after("aio_", 28),
  "adobe-client-secret": after("p8e-", 32, "alnum"),
  "age-secret-key": after("AGE-SECRET-KEY-1", 58, "bech32"),
  "airtable-personnal-access-token": (random) => `pat${random.text(14)}.${random.text(64, "hex")}`,
  "alibaba-access-key-id": after("LTAI", 20),
  "anthropic-admin-api-key": (random) => `sk-ant-admin01-${random.text(93, "url")}AA`,
  "anthropic-api-key": (random) => `sk-ant-api03-${random.text(93, "url")}AA`,
  "artifactory-api-key": after("AKCp", 69),
  "artifactory-reference-token": after("cmVmdGtu", 56),
  "asana-personal-token": (random) => `1/${random.text(16, "digits")}:${random.text(32, "hex")}`,
  "atlassian-api-token": after("ATATT3", 186, "url"),
  "authress-service-client-access-key": (random) =>
    `sc_${random.text(20, "lowerDigits")}.${random.text(5, "lowerDigits")}.acc_${random.text(20, "lowerDigits")}.${random.text(60, "url")}`,
  "aws-access-token": after("AKIA", 16, "upperDigits"),
  "aws-amazon-bedrock-api-key-long-lived": (random) => `ABSK${random.text(128, "base64")}=`,
  "aws-amazon-bedrock-api-key-short-lived": (random) =>
    `bedrock-api-key-${Buffer.from("bedrock.amazonaws.com").toString("base64")}${random.text(80)}`,
  "azure-ad-client-secret": (random) => `${random.text(3)}${random.below(10)}Q~${random.text(34, "url")}`,
  "clickhouse-cloud-api-secret-key": after("4b1d", 38),
  "clojars-api-token": after("CLOJARS_", 60, "lowerDigits"),
  "cloudflare-origin-ca-key": (random) => `v1.0-${random.text(24, "hex")}-${random.text(146, "hex")}`,
  "contentful-personal-token": after("CFPAT-", 43, "url"),
  "databricks-api-token": after("dapi", 32, "hex"),
  "defined-networking-api-token": (random) => `dnkey-${random.text(26)}-${random.text(52)}`,
  "digitalocean-access-token": after("doo_v1_", 64, "hex"),
  "digitalocean-pat": after("dop_v1_", 64, "hex"),
  "digitalocean-refresh-token": after("dor_v1_", 64, "hex"),
  "discord-api-token": (random) =>
    `${Buffer.from(`1${random.text(17, "digits")}`).toString("base64")}.${random.text(6)}.${random.text(38)}`,
  "docker-pat": after("dckr_pat_", 27, "url"),
  "doppler-api-token": after("dp.pt.", 43),
  "dropbox-short-lived-api-token": after("sl.", 140, "url"),
  "duffel-api-token": after("duffel_live_", 43, "url"),
  "dynatrace-api-token": (random) => `dt0c01.${random.text(24, "upperDigits")}.${random.text(64, "upperDigits")}`,
  "easypost-api-token": after("EZAK", 54),
  "easypost-test-api-token": after("EZTK", 54),
  "facebook-page-access-token": after("EAAM", 120),
  "figma-token": after("figd_", 40, "url"),
  "flutterwave-encryption-key": after("FLWSECK_TEST-", 12, "hex"),
  "flutterwave-public-key": (random) => `FLWPUBK_TEST-${random.text(32, "hex")}-X`,
  "flutterwave-secret-key": (random) => `FLWSECK_TEST-${random.text(32, "hex")}-X`,
  "flyio-access-token": after("fo1_", 43, "url"),
  "frameio-api-token": after("fio-u-", 64, "url"),
  "freemius-secret-key": after("sk_", 29),
  "gcp-api-key": after("AIza", 35, "url"),
  "github-app-token": after("ghs_", 36),
  "github-fine-grained-pat": (random) => `github_pat_${random.text(22)}_${random.text(59)}`,
  "github-oauth": after("gho_", 36),
  "github-pat": after("ghp_", 36),
  "github-refresh-token": after("ghr_", 36),
  "gitlab-cicd-job-token": (random) => `glcbt-${random.text(2, "hex")}_${random.text(20, "url")}`,
  "gitlab-deploy-token": after("gldt-", 20, "url"),
  "gitlab-feature-flag-client-token": after("glffct-", 20, "url"),
  "gitlab-feed-token": after("glft-", 20, "url"),
  "gitlab-incoming-mail-token": after("glimt-", 25, "url"),
  "gitlab-kubernetes-agent-token": after("glagent-", 50, "url"),
  "gitlab-oauth-app-secret": after("gloas-", 64, "url"),
  "gitlab-pat": after("glpat-", 20, "url"),
  "gitlab-pat-routable": (random) =>
    `glpat-${random.text(27, "url")}.${random.text(2, "lowerDigits")}.${random.text(9, "lowerDigits")}`,
  "gitlab-ptt": after("glptt-", 40, "hex"),
  "gitlab-rrt": after("GR1348941", 20, "url"),
  "gitlab-runner-authentication-token": after("glrt-", 20, "url"),
  "gitlab-scim-token": after("glsoat-", 20, "url"),
  "gitlab-session-cookie": after("_gitlab_session=", 32, "hex"),
  "gocardless-api-token": after("live_", 40, "url"),
  "google-oauth-secret": after("GOCSPX-", 28, "url"),
  "grafana-api-key": (random) => `eyJrIjoi${random.text(100)}=`,
  "grafana-cloud-api-token": (random) => `glc_${random.text(60, "base64")}`,
  "grafana-service-account-token": (random) => `glsa_${random.text(32)}_${random.text(8, "hex")}`,
  "groq-api-key": after("gsk_", 52),
  "harness-api-key": (random) => `pat.${random.text(22)}.${random.text(24, "hex")}.${random.text(20)}`,
  "hashicorp-tf-api-token": (random) => `${random.text(14)}.atlasv1.${random.text(67, "url")}`,
  "heroku-api-key-v2": after("HRKU-", 60, "url"),
  "hubspot-private-app": (random) => `pat-na1-${random.uuid()}`,
  "huggingface-access-token": after("hf_", 34, "letters"),
  "huggingface-organization-api-token": after("api_org_", 34, "letters"),
  "infracost-api-token": after("ico-", 32),
  "intra42-client-secret": after("s-s4t2ud-", 64, "hex"),
  "jfrog-api-key": after("AKCp8", 68),
  jwt,
  "jwt-base64": (random) => Buffer.from(jwt(random)).toString("base64"),
  "langsmith-key": (random) => `lsv2_pt_${random.text(32, "hex")}_${random.text(10, "hex")}`,
  "launchdarkly-sdk-key": (random) => `sdk-${random.uuid()}`,
  "linear-api-key": after("lin_api_", 40),
  "lob-api-key": after("live_", 35, "hex"),
  "lob-pub-api-key": after("test_pub_", 31, "hex"),
  "mailchimp-api-key": (random) => `${random.text(32, "hex")}-us20`,
  "mailgun-private-api-token": after("key-", 32, "hex"),
  "mailgun-pub-key": after("pubkey-", 32, "hex"),
  "mapbox-api-token": (random) => `pk.eyJ1${random.text(57, "lowerDigits")}.${random.text(22)}`,
  "maxmind-license-key": (random) => `${random.text(6)}_${random.text(29)}_mmk`,
  "microsoft-teams-webhook": (random) =>
    `https://contoso.webhook.office.com/webhookb2/${random.uuid()}@${random.uuid()}/IncomingWebhook/${random.text(32, "hex")}/${random.uuid()}`,
  "netlify-access-token-new": after("nfp_", 40),
  "new-relic-browser-api-token": after("NRJS-", 19, "hex"),
  "new-relic-insert-key": after("NRII-", 32, "lowerDigits"),
  "new-relic-user-api-key": after("NRAK-", 27, "upperDigits"),
  "notion-api-token": (random) => `ntn_${random.text(11, "digits")}${random.text(35)}`,
  "npm-access-token": after("npm_", 36),
  "octopus-deploy-api-key": after("API-", 26, "upperDigits"),
  "openai-api-key": (random) => `sk-proj-${random.text(74, "url")}T3BlbkFJ${random.text(74, "url")}`,
  "openai-legacy-api-key": (random) => `sk-${random.text(20)}T3BlbkFJ${random.text(20)}`,
  "openrouter-key": after("sk-or-v1-", 64, "hex"),
  "openshift-user-token": after("sha256~", 43, "url"),
  "perplexity-api-key": after("pplx-", 48),
  "plaid-api-token": (random) => `access-sandbox-${random.uuid()}`,
  "planetscale-api-token": after("pscale_tkn_", 43, "url"),
  "planetscale-oauth-token": after("pscale_oauth_", 43, "url"),
  "planetscale-password": after("pscale_pw_", 43, "url"),
  "postman-api-token": (random) => `PMAK-${random.text(24, "hex")}-${random.text(34, "hex")}`,
  "prefect-api-token": after("pnu_", 36, "lowerDigits"),
  "private-key": (random) => {
    const lines = Array.from({ length: 24 }, () => random.text(64, "base64"));
    return ["-----BEGIN RSA PRIVATE", " KEY-----\n", lines.join("\n"), "\n-----END RSA PRIVATE", " KEY-----"].join("");
  },
  "pulumi-api-token": after("pul-", 40, "hex"),
  "pypi-upload-token": (random) => ["pypi-", "AgEIcHlwaS5vcmc", random.text(140, "url")].join(""),
  "readme-api-token": after("rdme_", 70, "lowerDigits"),
  "replicate-token": after("r8_", 37),
  "rubygems-api-token": after("rubygems_", 48, "hex"),
  "scalingo-api-token": after("tk-us-", 48, "url"),
  "sendgrid-api-token": (random) => `SG.${random.text(22, "url")}.${random.text(43, "url")}`,
  "sendinblue-api-token": (random) => `xkeysib-${random.text(64, "hex")}-${random.text(16)}`,
  "sentry-org-token": (random) =>
    `sntrys_${encoded({ iat: 1_687_336_543, url: "https://sentry.io" })}_${random.text(43, "base64")}`,
  "sentry-user-token": after("sntryu_", 64, "hex"),
  "settlemint-application-access-token": after("sm_aat_", 16),
  "settlemint-personal-access-token": after("sm_pat_", 16),
  "settlemint-service-access-token": after("sm_sat_", 16),
  "shippo-api-token": after("shippo_live_", 40, "hex"),
  "shopify-access-token": after("shpat_", 32, "hex"),
  "shopify-custom-access-token": after("shpca_", 32, "hex"),
  "shopify-private-app-access-token": after("shppa_", 32, "hex"),
  "shopify-shared-secret": after("shpss_", 32, "hex"),
  "slack-app-token": (random) =>
    `xapp-1-A${random.text(10, "upperDigits")}-${random.text(13, "digits")}-${random.text(64, "hex")}`,
  "slack-bot-token": (random) => `xoxb-${random.text(12, "digits")}-${random.text(13, "digits")}-${random.text(24)}`,
  "slack-config-access-token": (random) => `xoxe.xoxp-1-${random.text(160, "upperDigits")}`,
  "slack-config-refresh-token": (random) => `xoxe-1-${random.text(146, "upperDigits")}`,
  "slack-legacy-token": (random) =>
    `xoxo-${random.text(10, "digits")}-${random.text(10, "digits")}-${random.text(10, "digits")}-${random.text(10, "hex")}`,
  "slack-legacy-workspace-token": (random) => `xoxa-2-${random.text(12, "digits")}-${random.text(24)}`,
  "slack-user-token": (random) =>
    `xoxp-${random.text(12, "digits")}-${random.text(12, "digits")}-${random.text(12, "digits")}-${random.text(32, "hex")}`,
  "slack-webhook-url": (random) =>
    [
      "https://hooks.slack",
      `.com/services/T${random.text(8, "upperDigits")}/B${random.text(10, "upperDigits")}/${random.text(24)}`,
    ].join(""),
  "sonar-api-token": after("squ_", 40, "hex"),
  "sourcegraph-access-token": after("sgp_", 40, "hex"),
  "square-access-token": after("sq0atp-", 22, "url"),
  "stripe-access-token": (random) => ["sk", "live", random.text(24)].join("_"),
  "stripe-webhook-secret": after("whsec_", 32),
  "supabase-token": after("sbp_", 40, "hex"),
  "telegram-bot-api-token": (random) => `${1 + random.below(9)}${random.text(9, "digits")}:AA${random.text(33, "url")}`,
  "twilio-api-key": after("SK", 32, "hex"),
  "twitter-bearer-token": (random) => "A".repeat(22) + random.text(80),
  "typeform-api-token": after("tfp_", 59, "url"),
  "vault-batch-token": after("hvb.", 160, "url"),
  "vault-service-token": after("hvs.", 95, "url"),
  "vercel-token": after("vcp_", 40),
  "xai-key": after("xai-", 80),
  "yandex-access-token": (random) => `t1.${random.text(40, "url")}.${random.text(86, "url")}`,
  "yandex-api-key": after("AQVN", 36, "url"),
  "yandex-aws-access-token": after("YCA", 37, "url"),
};

/** These show themselves by their place: a URL, a header, a connection. */
const places: Readonly<Record<string, Maker>> = {
  "database-url": (random) =>
    `postgres://app:${random.text(16, "password").replace(/[#%^*!]/g, "z")}@db.prod.internal:5432/main`,
  "amqp-url": (random) => `amqp://worker:${random.text(20)}@queue.prod.internal:5672/jobs`,
  "mongodb-url": (random) =>
    `mongodb+srv://admin:${random.text(18)}@cluster0.${random.text(5, "lower")}.mongodb.net/shop`,
  "discord-webhook-url": (random) =>
    `https://discord.com/api/webhooks/${random.text(18, "digits")}/${random.text(68, "url")}`,
  "sidekiq-sensitive-url": (random) => `https://${random.text(8, "hex")}:${random.text(8, "hex")}@gems.contribsys.com/`,
  "curl-auth-user": (random) => `curl -u deploy:${random.text(20)} https://api.example.org/v1`,
  "curl-auth-header": (random) => `curl -H 'X-Api-Key: ${random.text(32)}' https://api.example.org/v1`,
  "basic-header": (random) => `Authorization: Basic ${Buffer.from(`deploy:${random.text(20)}`).toString("base64")}`,
  cookie: (random) => `Cookie: theme=dark; session_id=${random.text(32)}`,
  "nuget-config-password": (random) => `<add key="ClearTextPassword" value="${random.text(20)}" />`,
  "kubernetes-secret-yaml": (random) =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  first: ${Buffer.from(random.text(24)).toString("base64")}\n`,
  "hashicorp-tf-password": (random) => `administrator_login_password = "${random.text(18)}"`,
};

/** Plain letters and digits: only a name beside them tells. */
const labelledOnly: Readonly<Record<string, Maker>> = {
  "adafruit-api-key": plain(32, "lowerDigits"),
  "adobe-client-id": plain(32, "hex"),
  "airtable-api-key": plain(17),
  "algolia-api-key": plain(32, "lowerDigits"),
  "alibaba-secret-key": plain(30, "lowerDigits"),
  "asana-client-id": plain(16, "digits"),
  "asana-client-secret": plain(32, "lowerDigits"),
  "beamer-api-token": plain(44, "lowerDigits"),
  "bitbucket-client-id": plain(32, "lowerDigits"),
  "bitbucket-client-secret": plain(64, "url"),
  "bittrex-access-key": plain(32, "lowerDigits"),
  "bittrex-secret-key": plain(32, "lowerDigits"),
  "cisco-meraki-api-key": plain(40, "hex"),
  "cloudflare-api-key": plain(40, "url"),
  "cloudflare-global-api-key": plain(37, "hex"),
  "codecov-access-token": plain(32, "lowerDigits"),
  "cohere-api-token": plain(40),
  "coinbase-access-token": plain(64, "url"),
  "confluent-access-token": plain(16, "lowerDigits"),
  "confluent-secret-key": plain(64, "lowerDigits"),
  "contentful-delivery-api-token": plain(43, "url"),
  "datadog-access-token": plain(40, "lowerDigits"),
  "discord-client-id": plain(18, "digits"),
  "discord-client-secret": plain(32, "url"),
  "droneci-access-token": plain(32, "lowerDigits"),
  "dropbox-api-token": plain(15, "lowerDigits"),
  "dropbox-long-lived-api-token": (random) => `${random.text(11, "lowerDigits")}AAAAAAAAAA${random.text(43, "url")}`,
  "etsy-access-token": plain(24, "lowerDigits"),
  "facebook-secret": plain(32, "hex"),
  "fastly-api-token": plain(32, "url"),
  "finicity-api-token": plain(32, "hex"),
  "finicity-client-secret": plain(20, "lowerDigits"),
  "finnhub-access-token": plain(20, "lowerDigits"),
  "flickr-access-token": plain(32, "lowerDigits"),
  "freshbooks-access-token": plain(64, "lowerDigits"),
  "generic-api-key": plain(32),
  "gitter-access-token": plain(40, "url"),
  "heroku-api-key": uuid,
  "hubspot-api-key": uuid,
  "intercom-api-key": plain(60, "url"),
  "jfrog-identity-token": plain(64, "lowerDigits"),
  "kraken-access-token": plain(80, "url"),
  "kucoin-access-token": plain(24, "hex"),
  "kucoin-secret-key": uuid,
  "launchdarkly-access-token": plain(40, "url"),
  "linear-client-secret": plain(32, "hex"),
  "linkedin-client-id": plain(14, "lowerDigits"),
  "linkedin-client-secret": plain(16, "lowerDigits"),
  "looker-client-id": plain(20, "lowerDigits"),
  "looker-client-secret": plain(24, "lowerDigits"),
  "mailgun-signing-key": (random) => `${random.text(32, "hex")}-${random.text(8, "hex")}-${random.text(8, "hex")}`,
  "mattermost-access-token": plain(26, "lowerDigits"),
  "messagebird-api-token": plain(25, "lowerDigits"),
  "messagebird-client-id": uuid,
  "netlify-access-token": plain(43, "url"),
  "new-relic-user-api-id": plain(64, "lowerDigits"),
  "nytimes-access-token": plain(32, "url"),
  "okta-access-token": (random) => `00${random.text(40, "url")}`,
  "plaid-client-id": plain(24, "lowerDigits"),
  "plaid-secret-key": plain(30, "lowerDigits"),
  "privateai-api-token": plain(32, "lowerDigits"),
  "rapidapi-access-token": plain(50, "lowerDigits"),
  "sendbird-access-id": uuid,
  "sendbird-access-token": plain(40, "hex"),
  "sentry-access-token": plain(64, "hex"),
  "sidekiq-secret": (random) => `${random.text(8, "hex")}:${random.text(8, "hex")}`,
  "snyk-api-token": uuid,
  "squarespace-access-token": uuid,
  "sumologic-access-id": (random) => `su${random.text(12)}`,
  "sumologic-access-token": plain(64, "lowerDigits"),
  "travisci-access-token": plain(22, "lowerDigits"),
  "twitch-api-token": plain(30, "lowerDigits"),
  "twitter-access-secret": plain(45, "lowerDigits"),
  "twitter-access-token": (random) => `${random.text(18, "digits")}-${random.text(40)}`,
  "twitter-api-key": plain(25, "lowerDigits"),
  "twitter-api-secret": plain(50, "lowerDigits"),
  "zendesk-secret-key": plain(40, "lowerDigits"),
  "aws-secret-key": plain(40, "base64"),
  "azure-storage-key": (random) => `${random.text(86, "base64")}==`,
};

const list = (makers: Readonly<Record<string, Maker>>, isOwn: boolean): readonly Kind[] =>
  Object.entries(makers).map(([id, make]) => ({ id, isOwn, make }));

export const kinds: readonly Kind[] = [...list(own, true), ...list(labelledOnly, false)];
export const placeKinds: readonly Kind[] = list(places, true);
