/** The entry of a skimmed line, which knows what it lacks: who asks for that is told to read the whole line. */
import type { At } from "../../model/session.ts";
import type { ContentBlock } from "../entries/content.ts";
import type { Entry } from "../entries/entry.ts";
import { entryOf } from "../entries/index.ts";
import { record } from "../fields.ts";

/** Something was asked for that skimming left out. Whoever skims catches it and reads whole lines. */
export class LeftOut extends Error {}

function leftOut(): never {
  throw new LeftOut("Left out while the line was skimmed.");
}

/** `undefined` where the line has to be read whole: it is no JSON, or something else than counting knows what to do with. */
export function skimmedEntry(text: string, at: At): Entry | undefined {
  const raw = parsed(text);
  if (raw === undefined) return undefined;
  const entry = entryOf(raw, at);
  if (entry.kind !== "user" && entry.kind !== "assistant") return undefined;
  const blocks: ContentBlock[] = [];
  for (const block of entry.blocks) {
    const short = shortBlock(block);
    if (short === undefined) return undefined;
    blocks.push(short);
  }
  if (entry.kind === "assistant") return { ...entry, blocks };
  return {
    ...entry,
    blocks,
    get details(): unknown {
      return leftOut();
    },
  };
}

function parsed(text: string) {
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Own and enumerable, so that copying and printing a block asks for it too. */
function shortBlock(block: ContentBlock): ContentBlock | undefined {
  switch (block.kind) {
    case "text":
    case "thinking":
      return block;
    case "use": {
      const { kind, id, name, caller } = block;
      return {
        kind,
        id,
        name,
        get input(): unknown {
          return leftOut();
        },
        ...(caller === undefined ? {} : { caller }),
      };
    }
    case "result": {
      const { kind, id, isError } = block;
      return {
        kind,
        id,
        isError,
        get text(): string {
          return leftOut();
        },
        get media(): never {
          return leftOut();
        },
        get parts(): never {
          return leftOut();
        },
      };
    }
    default:
      return undefined;
  }
}
