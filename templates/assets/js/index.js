// What every page loads, in this order: each file does its own and shares only `annals`.
import "./base.js";
import "./theme.js";
import "./place.js";
import "./parts.js";
import "./folds.js";
import "../search/mark.js";
import "./copy.js";
import "./code.js";
import "./sort.js";
import "./keys.js";
