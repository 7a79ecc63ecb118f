// Elements without markup: whatever a session says stays text.

export function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (key === "checked") node.checked = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== ""));
  return node;
}

const numbers = new Intl.NumberFormat("en-GB");
export const count = (value, one, many = `${one}s`) => `${numbers.format(value)} ${value === 1 ? one : many}`;
export const grouped = (value) => numbers.format(value);
