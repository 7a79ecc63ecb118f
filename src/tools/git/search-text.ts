/** What a commit or a pull request is found by: its number, its title, its branch. */
import type { GitEvent } from "../../model/git.ts";

export function gitSearchText(event: GitEvent): string {
  switch (event.kind) {
    case "commit":
      return ["Commit", event.sha, event.subject, event.branch].filter((each) => each !== undefined).join(" ");
    case "push":
      return ["Push", event.sha, event.branch].filter((each) => each !== undefined).join(" ");
    case "pull-request": {
      const number = event.number === undefined ? undefined : `#${event.number} PR ${event.number}`;
      return [`Pull request ${event.action}`, number, event.title, event.url]
        .filter((each) => each !== undefined)
        .join(" ");
    }
  }
}
