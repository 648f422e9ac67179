const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first signal that asks the program to end. Later ones are taken and change nothing. A hang-up
 * ends it too, unless `reloads` says that it is to read its files again.
 */
export function stopOnSignals(
  stop: (signal: NodeJS.Signals) => void,
  reloads: () => boolean = () => false,
): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isStopping || (signal === 'SIGHUP' && reloads())) return;
      isStopping = true;
      stop(signal);
    });
  }
}
