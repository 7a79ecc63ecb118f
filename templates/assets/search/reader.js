// What Node needs of the search page (src/site): the same questions, answers and order.
export { FoundPlaces, filePage, findAll, shownPlaces } from "./answer.js";
export { choose, isKind, isOverview, kindNames } from "./facets.js";
export { openIndex } from "./open.js";
export { parseQuery } from "./query.js";
export { rangesOf } from "./ranges.js";
export { readState } from "./state.js";
export { piecesIn } from "./transport.js";
