// One Pagefind index per shard, in one WebAssembly; a shard that cannot be read is lost, the others go on.
import { isSure } from "./nearness.js";
import { piecesBetween, rangesOf } from "./ranges.js";
import { parsed, unzippedPiece } from "./transport.js";

/** A short beginning of a word would need most of the index: then only the word itself is looked up. */
const mostPieces = 8;
const highest = "\u{10ffff}";
/** Metadata of an index of nothing: no version, and empty lists of pages, pieces, filters, orders and names (CBOR). */
const empty = Uint8Array.of(0x86, 0x60, 0x80, 0x80, 0x80, 0x80, 0x80);
/** How near a shorter word must be to stand in for one that nobody wrote: "архив" for "архивы". */
export const shortest = 4;
export const furthest = 2;

const marks = /(?![\u3099\u309a])\p{M}/gu;
const voicedKana = /[\u3099\u309a]/;
/**
 * As Pagefind's indexer does to each word (src/search/pagefind-index/indexable.ts): it takes letters apart and leaves them so. Korean
 * syllables stay in their letters; only what has voiced kana is put together again.
 */
function bare(term) {
  const apart = term.normalize("NFD").replace(marks, "");
  return voicedKana.test(apart) ? apart.normalize("NFC") : apart;
}

export class Engine {
  constructor(boot, pieces, backend, chunk) {
    this.boot = boot;
    this.given = pieces;
    this.backend = backend;
    this.chunk = chunk;
    this.shards = [];
    this.fragments = new Map();
    this.stems = new Map();
  }

  /** WebAssembly and metadata came with the boot script. */
  async open() {
    await this.backend({ module_or_path: await unzippedPiece(this.given.get("wasm")) });
    this.speller = this.backend.enter_playground_mode(this.backend.init_pagefind(empty));
    for (const shard of this.boot.shards) {
      this.addShard(shard, await unzippedPiece(this.given.get(`${shard.name}/meta`)));
    }
    return this;
  }

  /** `prefix` keeps parts of several archives apart that have the same text. */
  addShard({ name, folder, sessions }, meta, prefix = "") {
    const index = this.backend.init_pagefind(meta);
    this.shards.push({ name, folder, sessions, prefix, index, ...rangesOf(meta), loading: new Map(), isLost: false });
  }

  /** Those of a portal are loaded when they are needed (portal.js). */
  openArchives() {}

  withArchives(counts) {
    return counts;
  }

  get pages() {
    return this.shards.reduce((sum, shard) => sum + (shard.isLost ? 0 : shard.pages), 0);
  }

  get lost() {
    return this.shards.filter((shard) => shard.isLost).reduce((sum, shard) => sum + shard.sessions, 0);
  }

  /** What each shard that can be read has for one term, or for several one after the other. */
  async lookUp(term, isExact) {
    const wanted = this.wanted(term, isExact);
    const found = await Promise.all(
      this.shards.map(async (shard, number) => {
        if (shard.isLost) return undefined;
        try {
          await Promise.all(wanted[number].map((name) => this.load(shard, name)));
          const { results } = this.ask(shard.index, term, isExact);
          for (const hit of results) hit.p = shard.prefix + hit.p;
          return { results, pages: shard.pages, word: isExact ? undefined : this.wordOf(shard, term, results) };
        } catch (error) {
          console.warn(`Search goes on without ${shard.name}:`, error);
          shard.isLost = true;
          return undefined;
        }
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  ask(index, term, isExact) {
    return JSON.parse(this.backend.search(index, bare(term), term, "{}", "", isExact, false));
  }

  /**
   * What a shard answered to: the word itself, or the longest beginning of it where it has nothing that begins with the
   * word. Pagefind says which only when it says very much, so it is asked for that only where the places do not tell.
   */
  wordOf(shard, term, results) {
    const stem = this.stemsOf(term)[0] ?? "";
    if (results.length === 0 || isSure(results)) return stem;
    shard.index = this.backend.enter_playground_mode(shard.index);
    for (const { l, vms } of this.ask(shard.index, term, false).results) {
      for (const { v } of l) return v.ws;
      for (const { mt } of vms) for (const word of mt) return word;
    }
    return "";
  }

  /** Words as the index has them; Pagefind says so itself, whatever is loaded. */
  stemsOf(term) {
    if (!this.stems.has(term)) this.stems.set(term, this.ask(this.speller, term, false).search_keywords);
    return this.stems.get(term);
  }

  /** The pieces that are needed, by shard. */
  wanted(term, isExact) {
    if (this.shards.length === 0) return [];
    const around = this.shards.map(() => new Set());
    const own = this.shards.map(() => new Set());
    for (const stem of this.stemsOf(term)) {
      for (const [number, { ranges }] of this.shards.entries()) {
        for (const name of piecesBetween(ranges, stem, stem)) own[number].add(name);
        if (isExact) continue;
        for (const name of piecesBetween(ranges, stem, stem + highest)) around[number].add(name);
        for (let length = Math.max(shortest, stem.length - furthest); length < stem.length; length++) {
          for (const name of piecesBetween(ranges, stem.slice(0, length), stem.slice(0, length))) own[number].add(name);
        }
      }
    }
    const isLittle = around.reduce((sum, names) => sum + names.size, 0) <= mostPieces + this.shards.length;
    return own.map((names, number) => [...names, ...(isLittle ? around[number] : [])]);
  }

  load(shard, name) {
    if (!shard.loading.has(name)) {
      const loading = this.chunk(shard, `index/${name}`).then(async (zipped) => {
        shard.index = this.backend.load_index_chunk(shard.index, await unzippedPiece(zipped));
      });
      shard.loading.set(name, loading);
    }
    return shard.loading.get(name);
  }

  /** The text of a part with where its sections begin. */
  fragment(part) {
    if (!this.fragments.has(part)) {
      const loading = this.chunk(this.shards[part.session.shard], `fragment/${part.id}`)
        .then(unzippedPiece)
        .then(parsed);
      this.fragments.set(part, loading);
    }
    return this.fragments.get(part);
  }
}
