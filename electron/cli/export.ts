import type { Clock } from '../base/clock.ts';
import { runExport } from '../compose/export.ts';
import { systemSources } from '../config/config.ts';
import { stopOnSignals } from '../startup/shutdown.ts';

const { stdout, stderr, env } = process;

/** The system's clock, but for pauses that keep the process alive. */
const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

// Without somebody who hears of it a failure to print would end the process; `print` tells of it.
stdout.on('error', () => {});
stderr.on('error', () => {});

const stop = new AbortController();
stopOnSignals((signal) => stop.abort(signal));
process.exitCode = await runExport({
  sources: systemSources(process.argv.slice(2)),
  // Of npm, the folder in which it was called; it starts every command in that of the project.
  workingFolder: env.INIT_CWD || process.cwd(),
  clock,
  signal: stop.signal,
  print: (text) => new Promise((resolve) => void stdout.write(`${text}\n`, (error) => resolve(!error))),
  messages: { isTerminal: stderr.isTTY, write: (text) => void stderr.write(text) },
});
