import type { Project } from "../../src/model/session.ts";
import { type ProjectPage, projectPage, projectPages } from "./project-page.ts";
import type { TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: ProjectPage;
}

export const data = {
  pagination: {
    data: "annals.projects",
    size: 1,
    alias: "about",
    before: (projects: readonly Project[], { annals }: TemplateData): ProjectPage[] =>
      projects.flatMap((project) => projectPages(project, annals)),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, about }: Data): string => String(projectPage(about, annals, annals.version));
