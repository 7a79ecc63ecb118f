/** Progress that tells the truth: one line on a terminal, plain lines elsewhere, nothing when quiet. */
export interface Progress {
  readonly phase: (name: string, all: number) => void;
  readonly step: (done: number, bytes?: number) => void;
  readonly end: () => void;
}

const everyMs = 100;

export function progress(isQuiet: boolean, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (isQuiet) return { phase: () => undefined, step: () => undefined, end: () => undefined };
  let name = "";
  let all = 0;
  let started = 0;
  let last = 0;
  const clear = (): void => {
    if (stream.isTTY) stream.write("\r\u001b[K");
  };
  return {
    phase: (next, count) => {
      clear();
      name = next;
      all = count;
      started = Date.now();
      last = 0;
      if (!stream.isTTY) stream.write(`${name} …\n`);
    },
    step: (done, bytes = 0) => {
      const now = Date.now();
      if (!stream.isTTY || (now - last < everyMs && done < all)) return;
      last = now;
      const elapsed = now - started;
      const speed = bytes === 0 || elapsed < 1000 ? "" : `, ${(bytes / 1000 / elapsed).toFixed(0)} MB/s`;
      const left =
        done === 0 || done >= all || elapsed < 1000 ? "" : `, ${seconds((elapsed / done) * (all - done))} left`;
      stream.write(`\r\u001b[K${name} ${done.toLocaleString("en")} of ${all.toLocaleString("en")}${speed}${left}`);
    },
    end: clear,
  };
}

export function seconds(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}
