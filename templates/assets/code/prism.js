import "./manual.js";
import Prism from "prismjs/components/prism-core.js";

// The files of the grammars add themselves to the global one.
window.Prism = Prism;
