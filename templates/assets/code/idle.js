// Work that waits until the browser has nothing better to do.
const queue = [];
export function idle(step) {
  if (queue.push(step) === 1) later();
}
function later() {
  const wait = window.requestIdleCallback ?? ((run) => setTimeout(() => run({ timeRemaining: () => 8 })));
  wait(
    (deadline) => {
      const end = performance.now() + Math.max(4, deadline.timeRemaining() - 2);
      do queue.shift()();
      while (queue.length > 0 && performance.now() < end);
      if (queue.length > 0) later();
    },
    { timeout: 500 },
  );
}
