/** What the search of a site begins with (`pagefind/boot.js`), checked. Only our bytes are read of it, no script is run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { piecesIn } from "../../templates/assets/search/reader.js";
import type { Boot, BootShard } from "../search/offline.ts";
import type { PackedRow, Table } from "../search/table.ts";
import {
  fields,
  flag,
  list,
  matching,
  oneOf,
  pageName,
  text,
  texts,
  timeZone,
  UnreadableSite,
  whole,
} from "./checked.ts";

/** An archive of a portal, which holds what search needs of it (src/join). */
export interface PortalArchive {
  readonly name: string;
  /** `archives/<file>.js` below `pagefind/`: its sessions, and what its pieces hold. */
  readonly file: string;
  /** The way to its pages from the portal's root: "../boat/". */
  readonly root: string;
  readonly sessions: number;
  readonly pages: number;
  readonly shards: readonly BootShard[];
}

export interface PortalBoot extends Omit<Boot, "table" | "shards"> {
  readonly shards: readonly [];
  readonly archives: readonly PortalArchive[];
  /** The first word of each piece of the list of words, and the piece's name. */
  readonly words: readonly (readonly [first: string, name: string])[];
}

export interface OpenedBoot {
  readonly boot: Boot | PortalBoot;
  readonly pieces: ReadonlyMap<string, Uint8Array>;
}

const bootFile = "pagefind/boot.js";
const mostBytes = 1 << 30;

export function readBoot(site: string, onRead: (bytes: number) => void = () => undefined): OpenedBoot {
  const script = readFileSync(join(site, bootFile));
  onRead(script.length);
  const pieces = piecesIn(script);
  const packed = pieces.get("boot");
  if (packed === undefined || !pieces.has("wasm")) throw new UnreadableSite(`${bootFile} is not what it should be`);
  const raw = fields(unpacked(packed, bootFile), bootFile);
  return { boot: raw.archives === undefined ? archiveBoot(raw) : portalBoot(raw), pieces };
}

export const scriptPieces = (file: string): Map<string, Uint8Array> => piecesIn(readFileSync(file));

/** Zipped JSON. */
export function unpacked(zipped: Uint8Array, place: string): unknown {
  try {
    return JSON.parse(gunzipSync(zipped, { maxOutputLength: mostBytes }).toString());
  } catch {
    throw new UnreadableSite(`${place} is damaged`);
  }
}

function frame(raw: Readonly<Record<string, unknown>>): Pick<Boot, "timeZone" | "forms"> {
  const forms = fields(raw.forms, "forms");
  return {
    timeZone: timeZone(raw.timeZone, "timeZone"),
    forms: { pagefind: flag(forms.pagefind, "forms"), offline: flag(forms.offline, "forms") },
  };
}

export function archiveBoot(raw: Readonly<Record<string, unknown>>): Boot {
  const shards = list(shardOf)(raw.shards, "shards");
  return { ...frame(raw), shards, table: tableOf(raw.table, shards) };
}

const shardName = matching(/^[\w-]{1,80}$/);

function shardOf(value: unknown, place: string): BootShard {
  const shard = fields(value, place);
  const name = shardName(shard.name, place);
  const folder = text(shard.folder, place);
  if (folder !== "" && folder !== `${name}/`) throw new UnreadableSite(`${place} is not what it should be`);
  return { name, folder, sessions: whole(shard.sessions, place) };
}

/** "../" as often as it takes, then folders: never another host, never a scheme. */
const wayTo = matching(/^(?:\.\.\/)*(?:[^/\\:?#]+\/)*$/);
const fileName = matching(/^[\w-]{1,80}$/);

function portalBoot(raw: Readonly<Record<string, unknown>>): PortalBoot {
  const archives = list((value, place): PortalArchive => {
    const archive = fields(value, place);
    return {
      name: text(archive.name, place),
      file: fileName(archive.file, place),
      root: wayTo(archive.root, place),
      sessions: whole(archive.sessions, place),
      pages: whole(archive.pages, place),
      shards: list(shardOf)(archive.shards, place),
    };
  })(raw.archives, "archives");
  const words = list((value, place) => {
    const [first, name] = list(text)(value, place);
    return [text(first, place), fileName(name, place)] as const;
  })(raw.words, "words");
  return { ...frame(raw), shards: [], archives, words };
}

/** Stories and lists of files have their folder in it. */
const pageKey = matching(new RegExp(`^(?:(?:stories|files)/)?${pageName}$`));
const pagePath = matching(new RegExp(`^sessions/${pageName}/(?:agents/${pageName}/)?index\\.html$`));
const partId = matching(/^[\w-]{1,80}$/);
const verb = matching(/^[a-z]{1,20}$/);

export function tableOf(value: unknown, shards: readonly BootShard[]): Table {
  const raw = fields(value, "table");
  const [projects, models, branches, roles, stories] = (
    ["projects", "models", "branches", "roles", "stories"] as const
  ).map((name) => texts(raw[name], name)) as [string[], string[], string[], string[], string[]];
  const machines = raw.machines === undefined ? undefined : texts(raw.machines, "machines");
  const agents = raw.agents === undefined ? undefined : texts(raw.agents, "agents");
  const regions = list((each, place) => {
    const [kind, tool] = texts(each, place);
    return [text(kind, place), text(tool, place)] as const;
  })(raw.regions, "regions");
  const verbs = Object.fromEntries(
    Object.entries(fields(raw.verbs, "verbs")).map(([tool, each]) => [text(tool, "verbs"), verb(each, "verbs")]),
  );
  const partOf = (each: unknown, place: string): PackedRow[10][number] => {
    const [id, page, ...counts] = list((one) => one)(each, place);
    return [
      partId(id, place),
      page === 0 ? 0 : pagePath(page, place),
      ...counts.map((one, at) => (at % 2 === 0 ? oneOf(regions)(one, place) : whole(one, place))),
    ];
  };
  const sessions = list((each, place): PackedRow => {
    const row = list((one) => one)(each, place);
    const packed = [
      pageKey(row[0], place),
      text(row[1], place),
      whole(row[2], place),
      oneOf(projects)(row[3], place),
      oneOf(roles)(row[4], place),
      whole(row[5], place),
      whole(row[6], place),
      list(oneOf(models))(row[7], place),
      list(oneOf(branches))(row[8], place),
      oneOf(shards)(row[9], place),
      list(partOf)(row[10], place),
      row[11] === -1 ? -1 : oneOf(stories)(row[11], place),
    ] as const;
    if (row[12] === undefined) return packed;
    const ran = list(oneOf(machines ?? []))(row[12], place);
    return row[13] === undefined ? [...packed, ran] : [...packed, ran, oneOf(agents ?? [])(row[13], place)];
  })(raw.sessions, "sessions");
  return {
    ...{ projects, models, branches, roles, stories, regions, verbs, sessions },
    ...(machines === undefined ? {} : { machines }),
    ...(agents === undefined ? {} : { agents }),
  };
}
