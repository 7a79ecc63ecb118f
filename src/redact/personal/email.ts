/** E-mail addresses of people; addresses of roles and machines stay. */
import type { Hit } from "../rule.ts";

const address =
  /(?<=(?<![A-Za-z0-9._%+@/-])(?<head>[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}))@(?<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,5}(?<top>[A-Za-z]{2,18}))(?![A-Za-z0-9@-]|\.[A-Za-z0-9])/y;

const roles =
  /^(?:(?:do-?)?no[._-]?t?[._-]?reply.*|mailer-daemon|postmaster|webmaster|hostmaster|abuse|admin|administrator|root|info|contact|hello|hi|help|support|sales|security|privacy|legal|press|jobs|careers|team|office|billing|feedback|noc|git|hg|svn|ssh|bot|ci|actions?|github-actions(?:\[bot\])?|action|dependabot.*|renovate.*|\d+\+(?:copilot|[\w-]+\[bot\])|copilot|x-oauth-basic|x-access-token|x-token-auth|oauth2?|pass(?:word)?|token|plugins?|packages?|opensource|open-source|oss|maintainers?|developers?|community|conduct|licens(?:e|ing)|partners?|newsletter|notifications?|alerts?|updates|accounts?|service|services|helpdesk|ops|devops|infra|status|api|mailer|lists?|[\w.-]+-(?:users|dev|devel|announce|list|bugs)|test(?:er|ing|user)?\d*|user\d*|username|someone|somebody|nobody|name|firstname\.lastname|first\.last|john\.?doe|jane\.?doe|me|you|your?[._-]?e?mail|email|foo|bar|baz|a|b|c|x|y|example|demo|this|super|self|return|it)$/i;
const openDomains =
  /(?:^|\.)(?:example|test|invalid|localhost|local|internal|lan|home|arpa)$|(?:^|\.)(?:example|test|domain|mydomain|yourdomain|company|acme|email|host|hostname|xample|foo|bar|anthropic|sentry)\.(?:com|org|net|io|dev|co)$/i;
// What follows an "@" in names of files, packages and code.
const notTops =
  /^(?:js|ts|jsx|tsx|mjs|cjs|css|scss|html?|json|ya?ml|md|png|jpe?g|gif|svg|webp|ico|tgz|gz|zip|tar|py|rb|go|rs|java|kt|swift|php|sh|txt|xml|toml|lock|map|vue|node|so|dll|exe|ttf|woff2?|pdf|mp[34]|service|timer|target|socket|conf|cfg|ini|log|latest|next|beta|alpha|rc|canary|prod|dev\d*|main|master|head|get|set|post|put|delete|patch|test|class|value|name|id|data|type|length|push|map|filter|then|catch|default|init|new|self|this)$/;
// Two letters are a country; of the rest only those that people have addresses at.
const tops =
  /^(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|pro|mobi|aero|coop|dev|app|xyz|online|site|tech|store|blog|cloud|agency|studio|design|digital|email|work|works|world|life|live|space|team|group|company|solutions|services|systems|software|network|media|academy|expert|consulting|finance|health|global|center|zone|click|link|page|wiki|club|codes|engineer|engineering|technology|tools|run|sh|gg|ai|social|chat|games|art|photo|photography|music|video|legal|law|bank|capital|ventures|partners|fund|fyi|ltd|gmbh|inc|llc|berlin|hamburg|koeln|bayern|wien|london|paris|tokyo|nyc|amsterdam|brussels|africa|asia|swiss|eus|cat|scot|wales|university|school|education|foundation|church|community|science|institute)$/i;

/** The address around the "@" at `at`. */
export function emailAt(text: string, at: number): Hit | undefined {
  address.lastIndex = at;
  const match = address.exec(text);
  const { head = "", domain = "", top = "" } = match?.groups ?? {};
  if (!match || roles.test(head) || openDomains.test(domain) || notTops.test(top) || !tops.test(top)) return undefined;
  const end = match.index + match[0].length;
  // The number of a placeholder whose brackets are drawn as a box: "GitHub token #1" before "@github.com".
  if (/^\d+$/.test(head) && text[match.index - head.length - 1] === "#") return undefined;
  // git@host:path and its kin are places, not people.
  if (text[end] === ":" && /[\w/~-]/.test(text[end + 1] ?? "") && !/^\d{1,5}\b/.test(text.slice(end + 1, end + 7)))
    return undefined;
  return { start: match.index - head.length, end };
}
