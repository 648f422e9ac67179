/** Runs at most `atOnce` tasks at a time; the others wait in the order in which they came. */
export function createGate(atOnce: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const enter = async () => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    // The slot is passed on, so that no new task can take it in between.
    if (next) next();
    else running -= 1;
  };

  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
