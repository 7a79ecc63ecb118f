/** The ids before one, the nearest first. Logs may name each other in a circle: each id is given once. */
export function* predecessorsOf<Id>(id: Id, before: (id: Id) => Id | undefined): Generator<Id> {
  const seen = new Set([id]);
  for (let at = before(id); at !== undefined && !seen.has(at); at = before(at)) {
    seen.add(at);
    yield at;
  }
}
