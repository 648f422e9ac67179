const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` at the first signal that asks the program to end. Later ones are taken and change nothing. */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      stop(signal);
    });
  }
}
