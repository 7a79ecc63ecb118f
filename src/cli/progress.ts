/** Progress that tells the truth: one line on a terminal, plain lines elsewhere, nothing when quiet. */
export interface Progress {
  readonly phase: (name: string, all: number) => void;
  readonly step: (done: number, bytes?: number) => void;
  readonly end: () => void;
}

const everyMs = 100;
/** A line that does not move looks like a program that hangs: seconds are counted in it. */
const tickMs = 1000;

export function progress(isQuiet: boolean, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (isQuiet) return { phase: () => undefined, step: () => undefined, end: () => undefined };
  let name = "";
  let all = 0;
  let started = 0;
  let last = 0;
  let said = "";
  let timer: NodeJS.Timeout | undefined;
  const draw = (text: string): void => {
    said = text;
    last = Date.now();
    stream.write(`\r\u001b[K${text}`);
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = (): void => {
    const now = Date.now();
    if (now - last >= tickMs / 2) stream.write(`\r\u001b[K${said} … ${Math.round((now - started) / 1000)} s`);
  };
  return {
    phase: (next, count) => {
      stop();
      const isNew = name !== next;
      name = next;
      all = count;
      started = Date.now();
      if (!stream.isTTY) {
        if (isNew) stream.write(`${name} …\n`);
        return;
      }
      draw(name);
      // The first step is not held back by the line just drawn.
      last = 0;
      timer = setInterval(tick, tickMs);
      timer.unref();
    },
    step: (done, bytes = 0) => {
      const now = Date.now();
      if (!stream.isTTY || (now - last < everyMs && done < all)) return;
      const elapsed = now - started;
      const speed = bytes === 0 || elapsed < 1000 ? "" : `, ${(bytes / 1000 / elapsed).toFixed(0)} MB/s`;
      const left =
        done === 0 || done >= all || elapsed < 1000 ? "" : `, ${seconds((elapsed / done) * (all - done))} left`;
      draw(`${name} ${done.toLocaleString("en")} of ${all.toLocaleString("en")}${speed}${left}`);
    },
    end: () => {
      stop();
      if (stream.isTTY && name !== "") stream.write("\r\u001b[K");
    },
  };
}

/** For commands whose results go to the terminal too: nothing but a line that goes away. */
export function quietProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return progress(!stream.isTTY, stream);
}

export function seconds(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}
