// What an exported file holds: themes, folds and copy buttons. Everything it could look for is in the file itself.
import "./base.js";
import "./theme.js";
import "./find-here.js";
import "./folds.js";
import "./copy.js";
