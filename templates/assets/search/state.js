// Everything that makes a search stands in the address, so that it can be linked, reloaded and gone back to.
import { facetNames, isKind } from "./facets.js";

/** An address is written by hand, cut or made up; what cannot be meant is left out. */
const isMeant = {
  kind: isKind,
  month: (value) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value),
  failures: (value) => value === "yes",
};

export const emptyState = () => ({
  ...{ q: "", sort: "best", from: "", to: "" },
  ...Object.fromEntries(facetNames.map((name) => [name, []])),
});

export function readState(search) {
  const given = new URLSearchParams(search);
  const state = emptyState();
  state.q = given.get("q") ?? "";
  for (const name of facetNames) {
    const isValue = isMeant[name] ?? ((value) => value !== "");
    state[name] = [...new Set(given.getAll(name).filter(isValue))];
  }
  for (const name of ["from", "to"]) {
    const day = given.get(name) ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) state[name] = day;
  }
  const sort = given.get("sort");
  if (sort === "newest" || sort === "oldest") state.sort = sort;
  return state;
}

export function writeState(state) {
  const given = new URLSearchParams();
  if (state.q !== "") given.set("q", state.q);
  for (const name of facetNames) for (const value of state[name]) given.append(name, value);
  for (const name of ["from", "to"]) if (state[name] !== "") given.set(name, state[name]);
  if (state.sort !== "best") given.set("sort", state.sort);
  return given.toString();
}

export const isNarrowed = (state) =>
  state.from !== "" || state.to !== "" || facetNames.some((name) => state[name].length > 0);

export const chosenCount = (state) =>
  facetNames.reduce((sum, name) => sum + state[name].length, 0) +
  (state.from === "" ? 0 : 1) +
  (state.to === "" ? 0 : 1);
