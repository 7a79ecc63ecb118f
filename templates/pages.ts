/** Every template that makes pages, assets included: Eleventy gets them as virtual templates. */
import type { TemplateData } from "./annals-data.ts";
import * as notFound from "./pages/404.11ty.ts";
import * as agent from "./pages/agent.11ty.ts";
import * as archiveTwins from "./pages/archive-twins.11ty.ts";
import * as code from "./pages/code.11ty.ts";
import * as decisions from "./pages/decisions.11ty.ts";
import * as files from "./pages/files.11ty.ts";
import * as index from "./pages/index.11ty.ts";
import * as month from "./pages/month.11ty.ts";
import * as project from "./pages/project.11ty.ts";
import * as projectFiles from "./pages/project-files.11ty.ts";
import * as report from "./pages/report.11ty.ts";
import * as scripts from "./pages/scripts.11ty.ts";
import * as search from "./pages/search.11ty.ts";
import * as session from "./pages/session.11ty.ts";
import * as story from "./pages/story.11ty.ts";
import * as styles from "./pages/styles.11ty.ts";
import * as usage from "./pages/usage.11ty.ts";

/** As Eleventy knows it: data and a function. */
export interface Template {
  readonly data: {
    readonly pagination?: {
      readonly data: string;
      readonly size: number;
      readonly alias: string;
      readonly before?: (items: never, data: TemplateData) => readonly unknown[];
    };
    readonly permalink: string | ((data: never) => string | false);
    readonly eleventyExcludeFromCollections?: boolean;
  };
  readonly render: (data: never) => string | Promise<string>;
}

export interface PageTemplate {
  readonly name: string;
  /** Whether it makes pages of single sessions, or one or more of the archive as a whole. */
  readonly of: "session" | "archive";
  readonly template: Template;
}

export const pageTemplates: readonly PageTemplate[] = [
  { name: "404", of: "archive", template: notFound },
  { name: "agent", of: "session", template: agent },
  { name: "archive-twins", of: "archive", template: archiveTwins },
  { name: "code", of: "archive", template: code },
  { name: "decisions", of: "archive", template: decisions },
  { name: "files", of: "archive", template: files },
  { name: "index", of: "archive", template: index },
  { name: "month", of: "archive", template: month },
  { name: "project", of: "archive", template: project },
  { name: "project-files", of: "archive", template: projectFiles },
  { name: "report", of: "archive", template: report },
  { name: "scripts", of: "archive", template: scripts },
  { name: "search", of: "archive", template: search },
  { name: "session", of: "session", template: session },
  { name: "story", of: "archive", template: story },
  { name: "styles", of: "archive", template: styles },
  { name: "usage", of: "archive", template: usage },
];
