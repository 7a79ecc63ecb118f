/** Package registries. */
import { formats } from "../rule.ts";

export const packages = formats([
  { id: "npm-token", label: "npm token", prefixes: ["npm_"], body: "[A-Za-z0-9]{36,64}" },
  // "pypi.org" and "test.pypi.org" as the first words of a macaroon, in base64.
  {
    id: "pypi-token",
    label: "PyPI token",
    prefixes: ["pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"],
    body: "[A-Za-z0-9_-]{50,1000}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "rubygems-key", label: "RubyGems key", prefixes: ["rubygems_"], body: "[0-9a-f]{48}" },
  { id: "nuget-key", label: "NuGet key", prefixes: ["oy2"], body: "[a-z0-9]{43}" },
  { id: "crates-token", label: "crates.io token", prefixes: ["cio"], body: "[A-Za-z0-9]{32}", notAfter: "A-Za-z0-9_" },
]);
