/** What the stories of a project can be filtered by. */

import type { SessionRecord } from "../model/archive.ts";
import { modelName } from "../text/format.ts";
import type { Story } from "./stories.ts";

const mostChoices = 24;

export interface FilterChoice {
  readonly name: "model" | "branch" | "tool";
  readonly label: string;
  /** The most used first. */
  readonly values: readonly string[];
}

const valuesOf: Readonly<Record<FilterChoice["name"], (session: SessionRecord) => readonly string[]>> = {
  model: (session) => session.models.map(modelName),
  branch: (session) => session.gitBranches,
  tool: (session) => session.tools.map(([name]) => name),
};

/** Only what divides them: there is nothing to choose from one value. */
export function filterChoices(stories: readonly Story[]): readonly FilterChoice[] {
  return [
    choice("model", "Model", stories),
    choice("branch", "Branch", stories),
    choice("tool", "Used tool", stories),
  ].filter(({ values }) => values.length > 1);
}

function choice(name: FilterChoice["name"], label: string, stories: readonly Story[]): FilterChoice {
  const uses = new Map<string, number>();
  for (const story of stories)
    for (const session of story.sessions)
      for (const value of valuesOf[name](session)) uses.set(value, (uses.get(value) ?? 0) + 1);
  const values = [...uses]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostChoices)
    .map(([value]) => value);
  return { name, label, values };
}

/** What stands for a value in forms and rules, which must hold no text of a log: "m0", "b3". */
export const filterToken = ({ name }: FilterChoice, index: number): string => `${name[0]}${index}`;

/** Those of a choice that a story has. */
export function storyTokens(story: Story, choice: FilterChoice): readonly string[] {
  const has = new Set(story.sessions.flatMap(valuesOf[choice.name]));
  return choice.values.flatMap((value, index) => (has.has(value) ? [filterToken(choice, index)] : []));
}

export const hasPlan = ({ sessions }: Story): boolean =>
  sessions.some((session) => session.plans.length > 0 || session.role === "implementation");

export const hasFailures = ({ sessions }: Story): boolean => sessions.some((session) => session.failures > 0);
