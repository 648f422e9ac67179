/**
 * Runs the tasks of one key one after another, in the order in which they came; tasks of different keys do not
 * wait for each other. A task that fails does not hold up the next. A key is remembered while it has tasks.
 */
export function createKeyedQueue(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const lastTasks = new Map<string, Promise<unknown>>();

  return async (key, task) => {
    // How the one before ended is told to whoever asked for it.
    const own = (lastTasks.get(key) ?? Promise.resolve()).then(task, task);
    lastTasks.set(key, own);
    try {
      return await own;
    } finally {
      if (lastTasks.get(key) === own) lastTasks.delete(key);
    }
  };
}
