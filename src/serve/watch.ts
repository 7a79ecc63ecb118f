/** Reports logs that changed: together, once nothing was written for a moment, and not later than after a second. */
import { type FSWatcher, watch as watchFiles } from "chokidar";

export interface Watch {
  readonly close: () => Promise<void>;
}

/** Long enough for the lines that belong together. */
const quietMs = 250;
const longestMs = 1000;
const isWanted = /\.(?:jsonl|json|txt)$/;

export async function watch(folders: readonly string[], onChange: (paths: readonly string[]) => void): Promise<Watch> {
  const changed = new Set<string>();
  let first = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    const paths = [...changed];
    changed.clear();
    onChange(paths);
  };
  const note = (path: string): void => {
    if (!isWanted.test(path)) return;
    if (changed.size === 0) first = Date.now();
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(quietMs, first + longestMs - Date.now())));
  };
  const watcher: FSWatcher = watchFiles([...folders], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /[\\/](?:node_modules|\.git)$/.test(path),
  });
  watcher.on("add", note).on("change", note).on("unlink", note);
  await new Promise<void>((done) => watcher.once("ready", () => done()));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
