/** Commits and pull requests in words. Linked only where the log names the remote; nothing after the log is claimed. */
import type { EventDigest } from "../../../src/model/digest.ts";
import type { CommitMade, GitEvent, PullRequestTouched } from "../../../src/model/git.ts";
import { count, excerpt, tokens } from "../../../src/text/format.ts";
import { html, type SafeHtml, safeUrl } from "../../../src/text/html.ts";
import { commitUrl } from "../../../src/tools/git/index.ts";
import { addedRemoved } from "../facts.ts";

export const gitGlyph = ({ kind }: GitEvent): SafeHtml =>
  html`<span class="g k-${kind === "pull-request" ? "pr" : "commit"}" aria-hidden="true"></span>`;

/** "amended"; of one that was amended later or taken back, what became of it. */
export function amendedWords({ isAmended, replaced }: CommitMade): SafeHtml {
  if (replaced?.isTakenBack) return html`, taken back`;
  if (replaced !== undefined)
    return html`, amended later${replaced.by === undefined ? "" : html` as <code>${shortSha(replaced.by)}</code>`}`;
  return html`${isAmended ? ", amended" : ""}`;
}

export const shortSha = (sha: string): string => sha.slice(0, 10);

/** "#7"; of the branch that one is on, gh may have said no number. */
export const pullName = ({ number }: PullRequestTouched): string => (number === undefined ? "PR" : `#${number}`);

export function gitWords(event: GitEvent): SafeHtml {
  switch (event.kind) {
    case "commit": {
      const counts =
        event.files === undefined
          ? ""
          : html`, ${count(event.files, "file")} ${addedRemoved({ added: event.added ?? 0, removed: event.removed ?? 0 })}`;
      return html`${event.sha === undefined ? "" : html`<code>${shortSha(event.sha)}</code> `}<b>${excerpt(event.subject, 160)}</b>${amendedWords(event)}${counts}`;
    }
    case "push":
      return html`Pushed${event.branch === undefined ? "" : html` <code>${event.branch}</code>`}${event.sha === undefined ? "" : html`, up to <code>${shortSha(event.sha)}</code>`}`;
    case "pull-request":
      return html`Pull request${event.number === undefined ? "" : html` <b>#${event.number}</b>`} ${event.action}${event.title === undefined ? "" : html`: ${excerpt(event.title, 160)}`}`;
  }
}

export function eventWords({ event, text }: EventDigest): SafeHtml {
  return event === "interrupted" ? html`<b>Interrupted</b>` : html`API error: ${excerpt(text, 160)}`;
}

export function seamWords({ text, tokensBefore, tokensAfter }: EventDigest): string {
  const how = text === "" ? "" : `, ${text === "auto" ? "automatic" : text}`;
  const before = tokensBefore === undefined ? "" : `, at ${tokens(tokensBefore)} tokens`;
  return `Context compacted${how}${before}${tokensAfter === undefined ? "" : `, to ${tokens(tokensAfter)}`}`;
}

/** The page of a commit or a pull request on its forge; undefined where the log does not tell it. */
export function forgeUrl(event: GitEvent, web: string | undefined): string | undefined {
  if (event.kind === "pull-request") {
    const own = event.folder === undefined ? web : undefined;
    const url =
      event.url ?? (own === undefined || event.number === undefined ? undefined : `${own}/pull/${event.number}`);
    return url === undefined ? undefined : safeUrl(url);
  }
  const base = event.web ?? (event.folder === undefined ? web : undefined);
  return base === undefined || event.sha === undefined ? undefined : safeUrl(commitUrl(base, event.sha));
}

/** "3f2a91c Count the last day": the sign and the number lead to the place given. */
export function commitRef(event: CommitMade, href: string): SafeHtml {
  return html`<a class="gitref" href="${href}">${gitGlyph(event)}<code>${event.sha === undefined ? "commit" : shortSha(event.sha)}</code></a>`;
}
