// Words, told apart by their bytes. All that is known of one stands together, so that it is found in one place of memory.
import { Room } from "./memory.ts";

/** FNV-1a: `(hash ^ byte) * hashFactor`, beginning here. */
export const hashStart: u32 = 0x811c9dc5;
export const hashFactor: u32 = 0x01000193;

export function hashOf(start: usize, length: i32): u32 {
  let hash = hashStart;
  for (let at = start, end = start + length; at < end; at++) hash = (hash ^ load<u8>(at)) * hashFactor;
  return hash;
}

/** Hash and length of a word stand first, in four bytes each, then what is noted of it, then its bytes. */
const ofNotes = 8;

export class Vocabulary {
  /** How many words there are. */
  size: i32 = 0;
  /** Bytes of notes on each word. */
  notes: i32;
  /** Where the next word goes; nothing begins at 0. */
  used: u32 = 8;
  room: Room = new Room(1 << 18);
  /** Hash and place of each word, by hash; at most half full. */
  slots: Room = new Room(1 << 16);
  mask: u32 = (1 << 13) - 1;

  constructor(notes: i32) {
    this.notes = notes;
    memory.fill(this.slots.at, 0, this.slots.size);
  }

  /** Where the notes on a word are. */
  notesOn(word: u32): usize {
    return this.room.at + word + ofNotes;
  }
  hash(word: u32): u32 {
    return load<u32>(this.room.at + word);
  }
  length(word: u32): i32 {
    return load<i32>(this.room.at + word, 4);
  }
  bytes(word: u32): usize {
    return this.notesOn(word) + this.notes;
  }

  /** Where the word with these bytes is, whose `hashOf` is `hash`; 0 where it was not there yet. */
  find(start: usize, length: i32, hash: u32): u32 {
    const slots = this.slots.at;
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    let at = slots + ((<usize>slot) << 3);
    for (let found = load<u32>(at, 4); found !== 0; found = load<u32>(at, 4)) {
      if (load<u32>(at) === hash && this.length(found) === length && isSame(this.bytes(found), start, length))
        return found;
      slot = (slot + 1) & this.mask;
      at = slots + ((<usize>slot) << 3);
    }
    return 0;
  }

  /** A word that was not there yet. Whoever adds to its bytes moves `used`, which is a multiple of four. */
  add(start: usize, length: i32, hash: u32): u32 {
    const word = this.used;
    this.used += (ofNotes + this.notes + length + 3) & ~3;
    this.room.reserve(this.used);
    const at = this.room.at + word;
    store<u32>(at, hash);
    store<i32>(at, length, 4);
    memory.fill(at + ofNotes, 0, this.notes);
    memory.copy(this.bytes(word), start, length);
    this.size++;
    if (<u32>this.size * 2 > this.mask) this.spread();
    this.put(word, hash);
    return word;
  }

  private put(word: u32, hash: u32): void {
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    while (load<u32>(this.slots.at + ((<usize>slot) << 3), 4) !== 0) slot = (slot + 1) & this.mask;
    const at = this.slots.at + ((<usize>slot) << 3);
    store<u32>(at, hash);
    store<u32>(at, word, 4);
  }

  private spread(): void {
    const before = this.slots;
    const size = (<usize>this.mask + 1) << 3;
    this.mask = this.mask * 2 + 1;
    this.slots = new Room(size << 1);
    memory.fill(this.slots.at, 0, size << 1);
    for (let at = before.at, end = before.at + size; at < end; at += 8) {
      const word = load<u32>(at, 4);
      if (word !== 0) this.put(word, load<u32>(at));
    }
    heap.free(before.at);
  }
}

/** Reads up to seven bytes beyond the end, which every room has. */
function isSame(one: usize, two: usize, length: i32): bool {
  while (length > 8) {
    if (load<u64>(one) !== load<u64>(two)) return false;
    one += 8;
    two += 8;
    length -= 8;
  }
  return (load<u64>(one) ^ load<u64>(two)) << ((8 - length) << 3) === 0;
}
