/** All rules about secrets. A new vendor is one row in the family's file. */
import type { Rule } from "../rule.ts";
import { ai } from "./ai.ts";
import { clouds } from "./clouds.ts";
import { codeHosts } from "./code-hosts.ts";
import { headers } from "./headers.ts";
import { infrastructure } from "./infrastructure.ts";
import { jwt } from "./jwt.ts";
import { keys } from "./keys.ts";
import { kubernetes } from "./kubernetes.ts";
import { labelled } from "./labelled.ts";
import { packages } from "./packages.ts";
import { payments } from "./payments.ts";
import { services } from "./services.ts";
import { urls } from "./urls.ts";
import { vendors } from "./vendors.ts";

export const secretRules: readonly Rule[] = [
  ...ai,
  ...clouds,
  ...codeHosts,
  ...headers,
  ...infrastructure,
  ...jwt,
  ...keys,
  ...kubernetes,
  ...labelled,
  ...packages,
  ...payments,
  ...services,
  ...urls,
  ...vendors,
];
