// One Pagefind index per shard, in one WebAssembly; a shard that cannot be read is lost, the others go on.
import { bytesOf, parsed, unzippedPiece } from "./transport.js";

/** A short beginning of a word would need most of the index: then only the word itself is looked up. */
const mostChunks = 4;
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789_", "\u{10ffff}"];

const marks = /(?![\u3099\u309a])\p{M}/gu;
/** As Pagefind does before it compares. */
const bare = (term) => term.normalize("NFD").replace(marks, "").normalize("NFC");

export class Engine {
  constructor(boot, makeInstance, chunk) {
    this.boot = boot;
    this.chunk = chunk;
    this.shards = [];
    this.fragments = new Map();
    this.Instance = makeInstance((url) => this.frame(url));
  }

  /** Entry, metadata and WebAssembly came with the boot script. */
  async frame(url) {
    const [, number, name] = /^\/(\d+)\/([^?]+)/.exec(url);
    const { entry, meta } = this.boot.shards[number];
    const bytes = name.endsWith(".json") ? undefined : bytesOf(name.endsWith(".pf_meta") ? meta : this.boot.wasm);
    return { ok: true, json: async () => entry, arrayBuffer: async () => bytes.buffer };
  }

  async open() {
    for (const [number, { name, folder, entry, sessions }] of this.boot.shards.entries()) {
      const instance = new this.Instance({ basePath: `/${number}/`, baseUrl: "/" });
      await instance.init("en", { load_wasm: number === 0 });
      // Adds to each hit which word it was and how rare: needed to merge.
      await instance.enterPlaygroundMode();
      const pages = entry.languages.en?.page_count ?? 0;
      this.shards.push({ name, folder, sessions, instance, pages, chunks: new Map(), isLost: false });
    }
    return this;
  }

  get pages() {
    return this.shards.reduce((sum, shard) => sum + (shard.isLost ? 0 : shard.pages), 0);
  }

  get lost() {
    return this.shards.filter((shard) => shard.isLost).reduce((sum, shard) => sum + shard.sessions, 0);
  }

  /** What each shard that can be read has for one term, or for several one after the other. */
  async lookUp(term, isExact) {
    const found = await Promise.all(
      this.shards.map(async (shard) => {
        if (shard.isLost) return undefined;
        try {
          return await this.inShard(shard, term, isExact);
        } catch (error) {
          console.warn(`Search goes on without ${shard.name}:`, error);
          shard.isLost = true;
          return undefined;
        }
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  async inShard(shard, term, isExact) {
    const { instance } = shard;
    const asked = bare(term);
    const named = (words) => JSON.parse(instance.backend.request_indexes(instance.raw_ptr, words)).filter(Boolean);
    let chunks = named(asked);
    if (!isExact) {
      // Pagefind finds longer words only in the chunk of the word itself: what it begins may go on in the next.
      const around = new Set([...chunks, ...named(letters.map((letter) => asked + letter).join(" "))]);
      if (around.size <= mostChunks) chunks = [...around];
    }
    await Promise.all(chunks.map((hash) => this.load(shard, hash)));
    return JSON.parse(instance.backend.search(instance.raw_ptr, asked, term, "{}", "", isExact, false));
  }

  load(shard, hash) {
    const { instance, chunks } = shard;
    if (!chunks.has(hash)) {
      const loading = this.chunk(shard, `index/${hash}`).then(async (zipped) => {
        const bytes = await unzippedPiece(zipped);
        instance.raw_ptr = instance.backend.load_index_chunk(instance.raw_ptr, bytes);
      });
      chunks.set(hash, loading);
    }
    return chunks.get(hash);
  }

  /** The text of a part with where its sections begin. */
  fragment(part) {
    if (!this.fragments.has(part.id)) {
      const loading = this.chunk(this.shards[part.session.shard], `fragment/${part.id}`)
        .then(unzippedPiece)
        .then(parsed);
      this.fragments.set(part.id, loading);
    }
    return this.fragments.get(part.id);
  }
}
