/** Clouds and hosting. */
import { strangeness } from "../randomness.ts";
import { formats } from "../rule.ts";

const base64 = "A-Za-z0-9+/=_-";

export const clouds = formats([
  {
    id: "aws-access-key",
    label: "AWS access key",
    prefixes: ["AKIA", "ASIA", "ABIA", "ACCA", "AROA", "AIDA", "AGPA", "AIPA", "ANPA", "ANVA", "A3T"],
    body: "[A-Z0-9]{16,17}",
  },
  {
    id: "aws-bedrock-key",
    label: "AWS Bedrock key",
    prefixes: ["ABSK"],
    body: "[A-Za-z0-9+/]{100,269}={0,2}",
    notBefore: base64,
  },
  {
    id: "aws-bedrock-short-key",
    label: "AWS Bedrock key",
    prefixes: ["bedrock-api-key-"],
    body: "[A-Za-z0-9+/=_-]{12,3000}",
    notAfter: base64,
  },
  {
    id: "google-api-key",
    label: "Google API key",
    prefixes: ["AIza"],
    body: "[A-Za-z0-9_-]{35}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "google-oauth-secret",
    label: "Google client secret",
    prefixes: ["GOCSPX-"],
    body: "[A-Za-z0-9_-]{24,32}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "google-oauth-token",
    label: "Google access token",
    prefixes: ["ya29."],
    body: "[A-Za-z0-9_-]{20,1200}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "google-refresh-token",
    label: "Google refresh token",
    prefixes: ["1//0"],
    body: "[A-Za-z0-9_-]{35,120}",
    notAfter: "A-Za-z0-9_-",
  },
  // Microsoft puts "<digit>Q~" at the fourth place of every client secret.
  {
    id: "azure-client-secret",
    label: "Azure client secret",
    prefixes: ["0Q~", "1Q~", "2Q~", "3Q~", "4Q~", "5Q~", "6Q~", "7Q~", "8Q~", "9Q~"],
    head: "[A-Za-z0-9_~.]{3}",
    body: "[A-Za-z0-9_.~-]{31,34}",
    notBefore: "A-Za-z0-9_~.-",
    notAfter: "A-Za-z0-9_~-",
  },
  // Stands in the middle of the keys that Azure's services make since 2023.
  {
    id: "azure-resource-key",
    label: "Azure key",
    prefixes: ["JQQJ99"],
    head: "[A-Za-z0-9]{20,60}",
    body: "[A-Za-z0-9]{40,50}",
  },
  { id: "alibaba-access-key", label: "Alibaba access key", prefixes: ["LTAI"], body: "[A-Za-z0-9]{17,26}" },
  {
    id: "digitalocean-token",
    label: "DigitalOcean token",
    prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"],
    body: "[0-9a-f]{64}",
  },
  {
    id: "cloudflare-origin-key",
    label: "Cloudflare origin key",
    prefixes: ["v1.0-"],
    body: "[0-9a-f]{24}-[0-9a-f]{146}",
  },
  { id: "heroku-key", label: "Heroku key", prefixes: ["HRKU-"], body: "[A-Za-z0-9_-]{36,60}", notAfter: "A-Za-z0-9_-" },
  {
    id: "flyio-token",
    label: "Fly.io token",
    prefixes: ["fo1_"],
    body: "[A-Za-z0-9_-]{40,48}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "flyio-macaroon",
    label: "Fly.io token",
    prefixes: ["fm1_", "fm1a_", "fm1r_", "fm2_"],
    body: "[A-Za-z0-9+/]{80,1200}={0,3}",
    notAfter: base64,
  },
  {
    id: "netlify-token",
    label: "Netlify token",
    prefixes: ["nfp_", "nfc_", "nfo_"],
    body: "[A-Za-z0-9_]{36,50}",
    notAfter: "A-Za-z0-9_",
  },
  {
    id: "vercel-token",
    label: "Vercel token",
    prefixes: ["vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"],
    body: "[A-Za-z0-9_]{20,80}",
    notAfter: "A-Za-z0-9_",
  },
  // Yandex: IAM tokens, API keys, static keys.
  {
    id: "yandex-token",
    label: "Yandex token",
    prefixes: ["t1."],
    body: "[A-Z0-9a-z_-]{1,2000}={0,2}\\.[A-Z0-9a-z_-]{86}={0,2}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "yandex-api-key",
    label: "Yandex API key",
    prefixes: ["AQVN"],
    body: "[A-Za-z0-9_-]{35,38}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "yandex-static-key",
    label: "Yandex static key",
    prefixes: ["YCA", "YCB", "YCM", "YCN", "YCO", "YCP"],
    body: "[A-Za-z0-9_-]{37}",
    notAfter: "A-Za-z0-9_-",
    check: ({ secret }) => strangeness(secret) > 0.5,
  },
]);
