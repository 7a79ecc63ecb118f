/** Tells which logs have changed: together, once they are quiet for a moment, and not later than a second. */
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
  const tell = (): void => {
    timer = undefined;
    const paths = [...changed];
    changed.clear();
    onChange(paths);
  };
  const hear = (path: string): void => {
    if (!isWanted.test(path)) return;
    if (changed.size === 0) first = Date.now();
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(quietMs, first + longestMs - Date.now())));
  };
  const watcher: FSWatcher = watchFiles([...folders], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /[\\/](?:node_modules|\.git)$/.test(path),
  });
  watcher.on("add", hear).on("change", hear).on("unlink", hear);
  await new Promise<void>((done) => watcher.once("ready", () => done()));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
