// One search over several archives. Each has an index of its own; a list of all words says which archives have one, so
// that only those are loaded: their sessions, what their pieces hold, and the pieces.
import { Engine, furthest, shortest } from "./engine.js";
import { isBefore, leading } from "./ranges.js";
import { addArchive } from "./table.js";
import { onlyPiece, parsed, unzipped, unzippedPiece } from "./transport.js";

/** The beginning of a word may be that of very many: then all archives are asked. */
const mostPieces = 4;
const highest = "\u{10ffff}";

export class PortalEngine extends Engine {
  constructor(boot, pieces, backend, transport, table) {
    super(boot, pieces, backend, transport.chunk);
    this.pieces = transport.pieces;
    this.table = table;
    this.archives = boot.archives.map((archive, number) => ({ ...archive, number, isLost: false }));
    this.words = new Map();
  }

  get pages() {
    return this.archives.reduce((sum, { pages, isLost }) => sum + (isLost ? 0 : pages), 0);
  }

  get lost() {
    return super.lost + this.archives.reduce((sum, { sessions, isLost }) => sum + (isLost ? sessions : 0), 0);
  }

  /** Where no words were asked for, archives that are not loaded count with all their sessions. */
  withArchives(counts, isList) {
    const waiting = isList ? this.archives.filter(({ opening }) => opening === undefined) : [];
    return {
      ...counts,
      archive: new Map([...counts.archive, ...waiting.map(({ name, sessions }) => [name, sessions])]),
    };
  }

  async openArchives(names = []) {
    const wanted = this.archives.filter(({ name }) => names.length === 0 || names.includes(name));
    await Promise.all(wanted.map((archive) => this.openArchive(archive)));
  }

  async lookUp(term, isExact) {
    const numbers = await this.archivesWith(term, isExact);
    await Promise.all(numbers.map((number) => this.openArchive(this.archives[number])));
    return super.lookUp(term, isExact);
  }

  openArchive(archive) {
    archive.opening ??= this.loadArchive(archive).catch((error) => {
      console.warn(`Search goes on without ${archive.name}:`, error);
      archive.isLost = true;
    });
    return archive.opening;
  }

  async loadArchive({ name, file, root, shards, number }) {
    const path = `archives/${file}`;
    const metaOf = (shard) => `${shard.name}/meta`;
    const pieces = await this.pieces(path, [path, ...shards.map(metaOf)]);
    const { table, timeZone } = parsed(await unzipped(onlyPiece(pieces, path)));
    const metas = await Promise.all(shards.map((shard) => unzippedPiece(onlyPiece(pieces, metaOf(shard)))));
    const prefix = `${number}/`;
    addArchive(this.table, table, timeZone, { name, root, prefix, shards: this.shards.length });
    for (const [at, shard] of shards.entries()) this.addShard(shard, metas[at], prefix);
  }

  /** Numbers of the archives that can have an answer. */
  async archivesWith(term, isExact) {
    const all = this.archives.map(({ number }) => number);
    const stems = this.stemsOf(term);
    if (isExact) {
      const sets = await Promise.all(stems.map((stem) => this.having(stem, stem)));
      return all.filter((number) => sets.every((set) => set === undefined || set.has(number)));
    }
    const sets = await Promise.all(stems.map((stem) => this.beginning(stem)));
    return all.filter((number) => sets.some((set) => set === undefined || set.has(number)));
  }

  /** Those with words that begin so; where there is none, those with the nearest shorter word, as in one index. */
  async beginning(stem) {
    const found = await this.having(stem, stem + highest);
    if (found === undefined || found.size > 0) return found;
    for (let length = stem.length - 1; length >= Math.max(shortest, stem.length - furthest); length--) {
      const near = await this.having(stem.slice(0, length), stem.slice(0, length));
      if (near === undefined || near.size > 0) return near;
    }
    return found;
  }

  /** Those with any word between the two; undefined where that would take too long to find out. */
  async having(first, last) {
    const { words } = this.boot;
    // Each piece says its first word: the one before may hold the word, too.
    const start = Math.max(0, leading(words, ([from]) => !isBefore(first, from)) - 1);
    const end = leading(words, ([from]) => !isBefore(last, from));
    const names = words.slice(start, end).map(([, name]) => name);
    if (names.length > mostPieces) return undefined;
    const found = new Set();
    try {
      for (const { sets, list, numbers } of await Promise.all(names.map((name) => this.wordPiece(name)))) {
        const from = leading(list, (word) => isBefore(word, first));
        for (let at = from; at < list.length && !isBefore(last, list[at]); at++) {
          for (const number of sets[numbers[at]]) found.add(number);
        }
      }
    } catch (error) {
      console.warn("The list of words cannot be read; all archives are asked:", error);
      return undefined;
    }
    return found;
  }

  wordPiece(name) {
    if (!this.words.has(name)) {
      const path = `words/${name}`;
      const loading = this.pieces(path, [path])
        .then((pieces) => unzipped(onlyPiece(pieces, path)))
        .then(parsed)
        .then(({ sets, words, numbers }) => ({ sets, list: words.split(" "), numbers }));
      this.words.set(name, loading);
    }
    return this.words.get(name);
  }
}
