/**
 * Tools of which no more is read than a few texts of the input, a row each: what was to be done, with what, in what
 * words. Log example: {"name":"RemoteTrigger","input":{"action":"run","trigger_id":"trig_1"}}
 */
import { record, words } from "../log/fields.ts";
import type { Call, Verb } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { firstWords } from "./other.ts";
import { callOf, inputOf, type Tool } from "./tool.ts";

interface SimpleTool {
  /** In the log. */
  readonly name: string;
  readonly verb: Verb;
  /** Our name of each text, in the order in which they are shown, with its key in the input. */
  readonly fields: Readonly<Record<string, string>>;
  /** A call without this text is not as we know it. */
  readonly needs?: string;
  /** Its first text says enough on its row. */
  readonly isHeading?: true;
}

export const simpleFields = {
  /** Whether a page would work before it is shared. */
  artifactCheck: { name: "ArtifactCheck", verb: "look", fields: { action: "action", path: "file_path" } },
  /** What people wrote on a shared page. */
  artifactComments: { name: "ArtifactComments", verb: "look", fields: { action: "action", url: "url" } },
  /** What a shared page keeps. */
  artifactData: { name: "ArtifactData", verb: "reach", fields: { action: "action", url: "url" } },
  /** Components of a design system go to a design project, or come from it. */
  designSync: { name: "DesignSync", verb: "reach", fields: { action: "method", project: "projectId" } },
  /** The work is done, and this came of it. */
  finish: { name: "Finish", verb: "decide", fields: { message: "summary" } },
  /** Several files at once, by names or patterns. */
  readFiles: { name: "ReadFiles", verb: "look", fields: { paths: "paths" } },
  /** A routine in the cloud is made, changed, listed or started. */
  remoteTrigger: { name: "RemoteTrigger", verb: "reach", fields: { action: "action", trigger: "trigger_id" } },
  /** What the person wants the makers of the client to know. */
  sendFeedback: { name: "SendFeedback", verb: "reach", fields: { message: "message" } },
  /** An agent gives its work back before it is done. */
  subagentHandback: { name: "SubagentHandback", verb: "delegate", fields: { message: "message" }, needs: "message" },
  /** What the agent is about to do: a heading for what follows. */
  topic: {
    name: "Topic",
    verb: "decide",
    fields: { title: "title", intent: "intent", message: "summary" },
    isHeading: true,
  },
} as const satisfies Readonly<Record<string, SimpleTool>>;

type Rows = typeof simpleFields;

export type SimpleCalls = {
  readonly [Kind in keyof Rows]: Call<Kind> & { readonly [Field in keyof Rows[Kind]["fields"]]?: string };
};

declare module "../model/session.ts" {
  interface ToolCalls extends SimpleCalls {}
}

export const simpleTools = Object.fromEntries(
  Object.entries(simpleFields).map(([kind, row]) => [kind, simpleTool(kind as keyof Rows, row)]),
) as unknown as { readonly [Kind in keyof Rows]: Tool<SimpleCalls[Kind]> };

interface SimpleText {
  /** Our name: "path", "message" and so on. */
  readonly name: string;
  /** The key in the input. */
  readonly key: string;
  readonly text: string;
}

/** The texts that such a call has, in the order of its row. */
export function simpleTexts(call: Call<keyof Rows>): readonly SimpleText[] {
  return Object.entries(simpleFields[call.kind].fields).flatMap(([name, key]) => {
    const text = words(inputOf(call), key);
    return text === undefined ? [] : [{ name, key, text }];
  });
}

function simpleTool(kind: keyof Rows, { name, verb, needs, isHeading }: SimpleTool): Tool<Call<keyof Rows>> {
  return {
    kind,
    names: [name],
    verb,
    parse: (use, outcome) => {
      if (record(use.input) === undefined) return undefined;
      const call = callOf(kind, use, outcome);
      const texts = simpleTexts(call);
      if (needs !== undefined && !texts.some((each) => each.name === needs)) return undefined;
      return { ...call, ...Object.fromEntries(texts.map((each) => [each.name, each.text])) };
    },
    summary: (call, paths) => {
      const said = simpleTexts(call).map((each) => {
        if (each.name === "path") return paths.path(each.text);
        return each.name === "message" ? firstLine(each.text) : each.text;
      });
      return said.length === 0 ? firstWords(call.input) : said.slice(0, isHeading ? 1 : said.length).join(" ");
    },
  };
}
