// The facets beside the results: native checkboxes, made anew with each result.
import { element, grouped } from "./element.js";
import { kindNames, usualAgent } from "./facets.js";

const legends = {
  ...{ archive: "Archive", project: "Project", kind: "Found in", tool: "Tool", model: "Model", branch: "Branch" },
  ...{ story: "Story", machine: "Machine", agent: "Agent", month: "Month" },
  failures: "Outcome",
};
/** Values shown before the rest is folded. */
const shownValues = 6;

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const model = (id) =>
  id
    .replace(/^claude-/, "")
    .replace(/-20\d{6}$/, "")
    .replace(/-(\d+)-(\d+)$/, "-$1.$2");

const labels = {
  kind: (value) => kindNames[value],
  month: (value) => month.format(new Date(`${value}-01T00:00:00Z`)),
  failures: () => "Has failures",
  model,
};

export function drawFacets(form, counts, state, table) {
  const open = new Set([...form.querySelectorAll("details[open]")].map((each) => each.dataset.facet));
  const focused = document.activeElement?.closest?.("#facets input[name]");
  const keep = focused && [focused.name, focused.value];
  const groups = Object.keys(legends).flatMap((name) => group(name, counts[name], state, table, open.has(name)));
  form.replaceChildren(...groups, ...dates(state));
  if (!keep) return;
  const same = [...form.elements].find(
    (each) => each.name === keep[0] && (each.type === "date" || each.value === keep[1]),
  );
  same?.closest("details")?.setAttribute("open", "");
  same?.focus({ preventScroll: true });
}

function group(name, counts, state, table, isOpen) {
  const values = new Map(counts);
  for (const value of state[name]) if (!values.has(value)) values.set(value, 0);
  if (values.size === 0) return [];
  // Nobody chooses among one.
  if (name === "agent" && values.size === 1 && values.has(usualAgent) && state[name].length === 0) return [];
  const sorted = [...values].sort((one, two) => order(name, one, two));
  const rows = sorted.map(([value, number]) => row(name, value, number, state[name].includes(value), table));
  const rest = name === "kind" ? [] : rows.splice(shownValues);
  const folded =
    rest.length === 0
      ? undefined
      : element("details", { "data-facet": name, open: isOpen }, element("summary", {}, `${rest.length} more`), rest);
  return [element("fieldset", {}, element("legend", {}, legends[name]), rows, folded)];
}

const kinds = Object.keys(kindNames);

/** Kinds stand in their own order, months newest first, all else by number. */
function order(name, [one, ones], [two, twos]) {
  if (name === "kind") return kinds.indexOf(one) - kinds.indexOf(two);
  if (name === "month") return one < two ? 1 : -1;
  return twos - ones || (one < two ? -1 : 1);
}

function row(name, value, number, checked, table) {
  const verb = name === "tool" && Object.hasOwn(table.verbs, value) ? table.verbs[value] : undefined;
  const label = (labels[name] ?? String)(value);
  return element(
    "label",
    {},
    element("input", { type: "checkbox", name, value, checked }),
    verb === undefined ? undefined : element("span", { class: `g k-${verb}`, "aria-hidden": "true" }),
    // A tool of a server has a name of any length.
    element("span", { class: "name", title: label }, label),
    element("span", { class: "n" }, grouped(number)),
  );
}

function dates(state) {
  const day = (name, label) =>
    element(
      "label",
      { class: "day" },
      label,
      element("input", { type: "date", name, class: "field", value: state[name] }),
    );
  return [element("fieldset", {}, element("legend", {}, "Date"), day("from", "From"), day("to", "To"))];
}

/** What the form says now. */
export function chosenIn(form, state) {
  const next = { ...state };
  for (const name of Object.keys(legends)) next[name] = [];
  for (const input of form.elements) {
    if (input.type === "checkbox" && input.checked) next[input.name].push(input.value);
    if (input.type === "date") next[input.name] = input.value;
  }
  return next;
}
