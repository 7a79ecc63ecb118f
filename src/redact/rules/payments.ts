/** Payments and shops. */
import { looksRandom, strangeness } from "../randomness.ts";
import { formats } from "../rule.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export const payments = formats([
  {
    id: "stripe-key",
    label: "Stripe key",
    prefixes: ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"],
    body: "[A-Za-z0-9]{10,120}",
  },
  {
    id: "stripe-webhook-secret",
    label: "Stripe webhook secret",
    prefixes: ["whsec_"],
    body: "[A-Za-z0-9+/=]{24,80}",
    notAfter: "A-Za-z0-9+/=",
  },
  {
    id: "square-token",
    label: "Square token",
    prefixes: ["sq0atp-", "sq0csp-", "sq0idp-"],
    body: "[A-Za-z0-9_-]{22,60}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "square-access-token",
    label: "Square token",
    prefixes: ["EAAA"],
    body: "[A-Za-z0-9_+/=-]{56,64}",
    notBefore: "A-Za-z0-9+/=_-",
    notAfter: "A-Za-z0-9+/=_-",
  },
  {
    id: "shopify-token",
    label: "Shopify token",
    prefixes: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
    body: "[0-9a-fA-F]{32,64}",
  },
  {
    id: "flutterwave-key",
    label: "Flutterwave key",
    prefixes: ["FLWSECK_TEST-", "FLWPUBK_TEST-", "FLWSECK-", "FLWPUBK-", "FLWSECK_TEST", "FLWSECK_LIVE"],
    body: "[0-9a-zA-Z]{12,40}(?:-X)?",
  },
  { id: "easypost-key", label: "EasyPost key", prefixes: ["EZAK", "EZTK"], body: "[A-Za-z0-9]{54,60}" },
  {
    id: "duffel-token",
    label: "Duffel token",
    prefixes: ["duffel_test_", "duffel_live_"],
    body: "[A-Za-z0-9_=-]{43}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "shippo-token", label: "Shippo token", prefixes: ["shippo_live_", "shippo_test_"], body: "[0-9a-fA-F]{40}" },
  {
    id: "plaid-token",
    label: "Plaid token",
    prefixes: ["access-sandbox-", "access-development-", "access-production-"],
    body: uuid,
  },
  {
    id: "gocardless-token",
    label: "GoCardless token",
    prefixes: ["live_", "sandbox_"],
    body: "[A-Za-z0-9=_-]{40}",
    notAfter: "A-Za-z0-9_=-",
    check: ({ secret }) => looksRandom(secret),
  },
  { id: "lob-key", label: "Lob key", prefixes: ["live_", "test_", "live_pub_", "test_pub_"], body: "[0-9a-f]{31,35}" },
  { id: "razorpay-key", label: "Razorpay key", prefixes: ["rzp_live_", "rzp_test_"], body: "[A-Za-z0-9]{14}" },
  {
    id: "freemius-key",
    label: "Freemius key",
    prefixes: ["sk_"],
    body: "[A-Za-z0-9_.%!?@#&*~-]{29}",
    notAfter: "A-Za-z0-9_",
    check: ({ secret }) => strangeness(secret.slice(3)) > 0.5,
  },
]);
