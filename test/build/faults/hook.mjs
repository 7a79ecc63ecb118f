// Loaded before the command (`node --import`): writes down which files the process reads and changes, and how much
// memory it took. Environment: ANNALS_FAULT_LOG, ANNALS_FAULT_MEMORY.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { ANNALS_FAULT_LOG: log, ANNALS_FAULT_MEMORY: memory } = process.env;
const write = fs.writeFileSync.bind(fs);
const notes = [];

function note(what, path) {
  if (!log || typeof path === "number" || path === undefined || path === null) return;
  notes.push(`${what} ${path instanceof URL ? decodeURIComponent(path.pathname) : path}\n`);
}

const isWriting = (flags) => (typeof flags === "number" ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? "r"));
const changes = ["writeFile", "appendFile", "mkdir", "rename", "rm", "rmdir", "unlink", "link", "symlink", "copyFile"];
const noted = new Map([
  ...changes.map((name) => [name, (given) => note("change", given[name === "rename" || name === "copyFile" ? 1 : 0])]),
  ["open", (given) => note(isWriting(given[1]) ? "change" : "read", given[0])],
  ["readFile", (given) => note("read", given[0])],
]);
for (const [name, look] of noted) {
  for (const [holder, key] of [
    [fs, `${name}Sync`],
    [fs, name],
    [fs.promises, name],
  ]) {
    const real = holder[key];
    if (typeof real !== "function") continue;
    holder[key] = function (...given) {
      look(given);
      return real.apply(this, given);
    };
  }
}
syncBuiltinESMExports();
process.on("exit", () => {
  if (log) write(log, notes.join(""));
  if (memory) write(memory, String(process.resourceUsage().maxRSS * 1024));
});
