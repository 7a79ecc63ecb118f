/** What is worked out once for each object, and kept for as long as that is there. */
export function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = { value: make(key) };
      known.set(key, found);
    }
    return found.value;
  };
}
