// Names of fields. The host wrote them into a table, each in a place of its own size, in the order of ../fields.ts.
import { isSame } from "./json.ts";

const size: usize = 32;
/** A name is no longer than its place, less the byte that says how long it is. */
const longest: usize = 31;

let tableAt: usize = 0;

export function placeNames(place: usize): void {
  tableAt = place;
}

/** Which of the names from `first` on, before `end`, stands there; -1 for another one. `guess` is tried before all. */
export function find(from: usize, to: usize, first: i32, end: i32, guess: i32): i32 {
  const length = to - from;
  if (length > longest) return -1;
  if (guess >= first && guess < end && isNamed(from, length, guess)) return guess;
  for (let name = first; name < end; name++) if (isNamed(from, length, name)) return name;
  return -1;
}

function isNamed(from: usize, length: usize, name: i32): bool {
  const place = tableAt + <usize>name * size;
  return <usize>load<u8>(place + longest) === length && isSame(from, place, length);
}
