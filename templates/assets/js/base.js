// What the other files share. Every page reads without any of them.
window.annals = {
  one: (selector, from = document) => from.querySelector(selector),
  all: (selector, from = document) => [...from.querySelectorAll(selector)],
  turns: () => annals.all(".turn[id]"),
  /** Set by place.js: the turn being read. */
  turn: undefined,
};
