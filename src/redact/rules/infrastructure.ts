/** Databases, secret stores, networks. */
import { formats } from "../rule.ts";

const base64 = "A-Za-z0-9+/=_-";

export const infrastructure = formats([
  {
    id: "supabase-token",
    label: "Supabase token",
    prefixes: ["sbp_", "sb_secret_", "sb_publishable_"],
    body: "[A-Za-z0-9_-]{30,60}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "neon-key", label: "Neon key", prefixes: ["napi_"], body: "[a-z0-9]{50,80}" },
  {
    id: "planetscale-token",
    label: "PlanetScale token",
    prefixes: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"],
    body: "[A-Za-z0-9_=.-]{32,64}",
    notAfter: "A-Za-z0-9_=-",
  },
  { id: "databricks-token", label: "Databricks token", prefixes: ["dapi"], body: "[0-9a-f]{32}(?:-\\d)?" },
  {
    id: "docker-token",
    label: "Docker token",
    prefixes: ["dckr_pat_", "dckr_oat_"],
    body: "[A-Za-z0-9_-]{27,40}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "vault-token",
    label: "Vault token",
    prefixes: ["hvs.", "hvb.", "hvr."],
    body: "[A-Za-z0-9_-]{24,300}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "openshift-token",
    label: "OpenShift token",
    prefixes: ["sha256~"],
    body: "[A-Za-z0-9_-]{43}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "doppler-token",
    label: "Doppler token",
    prefixes: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    body: "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
  },
  {
    id: "defined-networking-key",
    label: "Defined Networking key",
    prefixes: ["dnkey-"],
    body: "[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "tailscale-key",
    label: "Tailscale key",
    prefixes: ["tskey-"],
    body: "[a-z]{2,12}-[A-Za-z0-9]{8,24}(?:-[A-Za-z0-9]{16,48})?",
  },
  {
    id: "clickhouse-key",
    label: "ClickHouse Cloud key",
    prefixes: ["4b1d"],
    body: "[A-Za-z0-9]{38}",
    check: ({ secret }) => /[g-zA-Z]/.test(secret),
  },
  {
    id: "scalingo-token",
    label: "Scalingo token",
    prefixes: ["tk-us-"],
    body: "[A-Za-z0-9_-]{48}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "dynatrace-token",
    label: "Dynatrace token",
    prefixes: ["dt0c01.", "dt0s01.", "dt0s16."],
    body: "[A-Z0-9]{24}\\.[A-Z0-9]{64}",
    flags: "i",
  },
  { id: "confluent-key", label: "Confluent key", prefixes: ["cflt"], body: "[A-Za-z0-9+/]{56,64}" },
  {
    id: "onepassword-token",
    label: "1Password token",
    prefixes: ["ops_eyJ"],
    body: "[A-Za-z0-9+/=_-]{100,1500}",
    notAfter: base64,
  },
  {
    id: "onepassword-secret-key",
    label: "1Password secret key",
    prefixes: ["A3-"],
    body: "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
  },
  {
    id: "age-secret-key",
    label: "age key",
    prefixes: ["AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"],
    body: "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,64}",
    flags: "i",
  },
]);
