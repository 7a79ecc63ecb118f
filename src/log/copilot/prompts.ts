/** `user.message`: a person's prompt, a brief for an agent, or what the client sends to keep it going. */
import type { Sender } from "../../model/sender.ts";
import type { ContentBlock, MediaBlock } from "../entries/content.ts";
import { any, flag, type Json, list, object, text, words } from "../fields.ts";
import type { Join } from "./events.ts";

export interface Typed {
  readonly blocks: readonly ContentBlock[];
  /** Absent where a person typed it. */
  readonly sent?: { readonly sender: Sender; readonly opensTurn: boolean };
  readonly isSteering: boolean;
  /** Files, selections and links that came with it. */
  readonly attached: readonly { readonly sender: Sender; readonly text: string }[];
}

export function typed(data: Json, isAgent: boolean, assets: Join["assets"]): Typed {
  const content = contentOf(any(data, "content"));
  const attachments = (list(data, "attachments") ?? []).map((each) => attachment(each, assets));
  const media = attachments.flatMap((each) => ("media" in each ? [each.media] : []));
  const attached = attachments.flatMap((each) => ("text" in each ? [each] : []));
  const by = senderOf(data, isAgent, content);
  // What is added for the model, such as the date, was not typed; only of what nobody typed it is all there is.
  const said = content === "" && by !== undefined ? withoutDate(text(data, "transformedContent") ?? "") : content;
  const blocks: ContentBlock[] = [...(said.trim() === "" ? [] : [{ kind: "text", text: said } as const]), ...media];
  const isSteering = words(data, "delivery") === "steering";
  return { blocks, isSteering, attached, ...(by === undefined ? {} : { sent: by }) };
}

export function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return content.flatMap((part) => (typeof part === "string" ? [part] : (text(part, "text") ?? []))).join("\n");
  return text(content, "text") ?? "";
}

function senderOf(data: Json, isAgent: boolean, content: string): Typed["sent"] | undefined {
  const source = words(data, "source");
  if (flag(data, "isAutopilotContinuation") || (content.trim() === "" && words(data, "agentMode") === "autopilot"))
    return { sender: { kind: "other", name: "Autopilot" }, opensTurn: true };
  if (source?.startsWith("skill")) return { sender: { kind: "skill" }, opensTurn: false };
  if (isAgent || source?.startsWith("agent")) return { sender: { kind: "coordinator" }, opensTurn: true };
  if (source === undefined || /^(?:user|human)$/i.test(source)) return undefined;
  return { sender: { kind: "other", name: source }, opensTurn: true };
}

/** `<current_datetime>…</current_datetime>` and the prompt after it. */
const withoutDate = (words: string): string =>
  words.replace(/^\s*<current_datetime>[^<]*<\/current_datetime>\s*/, "").trim();

type Attached = { readonly media: MediaBlock } | { readonly sender: Sender; readonly text: string };

function attachment(raw: unknown, assets: Join["assets"]): Attached {
  const name = words(raw, "displayName") ?? words(raw, "path") ?? words(raw, "filePath") ?? words(raw, "title");
  const asset = assets.get(text(raw, "assetId") ?? "");
  const data = text(raw, "data") ?? text(asset, "data");
  const mediaType = words(raw, "mimeType") ?? words(asset, "mimeType");
  if (data !== undefined && mediaType !== undefined) {
    const kind = mediaType.startsWith("image/") ? "image" : "document";
    return { media: { kind, mediaType, data, encoding: "base64", ...(name === undefined ? {} : { name }) } };
  }
  const path = words(raw, "path") ?? words(raw, "filePath") ?? name;
  switch (words(raw, "type")) {
    case "file":
      if (path !== undefined) return { sender: { kind: "mentioned-file" }, text: path };
      break;
    case "directory":
      if (path !== undefined) return { sender: { kind: "mentioned-folder" }, text: path };
      break;
    case "selection": {
      const chosen = text(raw, "text") ?? text(object(raw, "selection"), "text");
      if (chosen !== undefined)
        return { sender: { kind: "editor-selection" }, text: [path, chosen].filter(Boolean).join("\n") };
      break;
    }
    default: {
      const url = words(raw, "url");
      if (url !== undefined) return { sender: { kind: "context" }, text: [name, url].filter(Boolean).join("\n") };
    }
  }
  return { sender: { kind: "context" }, text: JSON.stringify(raw, undefined, 2) };
}
