/** Pages of files and of usage, drawn from the logs that come with Annals. */
import { fileHistory } from "../../src/archive/file-history.ts";
import { filePages } from "../../templates/pages/file.ts";
import { filesPage } from "../../templates/pages/files.11ty.ts";
import { projectFilesPage } from "../../templates/pages/project-files.11ty.ts";
import { usagePage } from "../../templates/pages/usage.11ty.ts";
import { longHistory } from "./long-history.ts";
import { archive } from "./story-pages.ts";

const site = { archive, version: "t" };

export const usageHtml = (): string => String(usagePage(site));

export const filesHtml = (): string =>
  [filesPage(site), ...archive.projects.map((project) => projectFilesPage(project, site))].join("\n");

/** Every file with its history and, where there is one, its blame; and one with more edits than a page has room for. */
export const fileHtmls = (): string =>
  [...archive.files.map((file) => fileHistory(file, archive, archive.digest)), longHistory(archive)]
    .flatMap((history) => filePages(history, site))
    .map(({ content }) => String(content))
    .join("\n");
