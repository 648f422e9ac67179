import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** A store to measure; `null` for the big one, which is created if missing. It is copied, never written to. */
  readonly dataDir: string | null;
  /** Names of rows; empty for all. */
  readonly only: readonly string[];
  readonly showsHelp: boolean;
}

export const BENCH_HELP = `Measures Tilldesk on a big store against references of the same run.

  npm run bench -- [options]
  npm run bench -- peers                what one would pick instead, on the same rows; for minutes, on Linux
  npm run bench -- soak                 two hours of mixed calls with the window open, on Linux

  --only NAME           this row alone; may be given several times
  --data-dir DIR        measure a copy of this store instead of the big one
  --help                this text and the names of the rows

Ends with status 1 when a bar is missed. A run of all rows on the big store is written to test/bench/README.md.`;

/** Throws an error with one sentence. */
export function readBenchOptions(argv: readonly string[], names: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'data-dir': { type: 'string' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  const only = values.only ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no row ${unknown}; --help names them.`);
  return {
    dataDir: values['data-dir'] ?? null,
    only,
    showsHelp: values.help ?? false,
  };
}

export interface SoakOptions {
  readonly minutes: number;
  readonly callsPerS: number;
  readonly showsHelp: boolean;
}

export const SOAK_HELP = `Runs Tilldesk on a new demo shop with its window open, under a steady load of mixed API calls.

  npm run bench -- soak [options]

  --minutes N           how long it is measured, after 30 seconds to warm up; 120 by default
  --calls N             calls a second; 50 by default
  --help                this text

Prints one line a minute to standard error and a summary at its end, also after Ctrl-C. Ends with status 1 when a bar is
missed: memory grows by less than 5 MB an hour, no errors, and a p99 of at most twice that of the first minute.`;

/** Throws an error with one sentence. */
export function readSoakOptions(argv: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { minutes: { type: 'string' }, calls: { type: 'string' }, help: { type: 'boolean' } },
  });
  return {
    minutes: readCount('minutes', values.minutes ?? '120'),
    callsPerS: readCount('calls', values.calls ?? '50'),
    showsHelp: values.help ?? false,
  };
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${option} must be a whole number from 1 to 9999.`);
  return Number(text);
}
