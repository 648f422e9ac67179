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
