import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { formatLocalDay } from '../../shared/calendar.ts';
import { startServing } from '../support/program-process.ts';
import { createTally, type Range, type Tally } from './asked-reports.ts';
import { proveFigures } from './prove-figures.ts';

/** Serves the store of a data folder for the duration of `use`. */
export type WithService = (dataDir: string, use: (port: number) => Promise<void>) => Promise<void>;

/** Uses the built program in a separate process without a window. */
export const withProgram: WithService = async (dataDir, use) => {
  const program = await startServing(['--port', '0', '--data-dir', dataDir]);
  try {
    await use(Number(new URL(program.address).port));
  } finally {
    await program.stop();
  }
};

export interface ExactnessOptions {
  /** A data folder that nobody writes to; all work is done on a copy. */
  readonly dataDir: string;
  /** Random questions per person. */
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Default: the program in a separate process. */
  readonly withService?: WithService;
}

export type ExactnessResult = Pick<Tally, 'comparisons' | 'differences'>;

/** Checks figures and totals of a store; every difference is in the result. */
export async function proveExactness(options: ExactnessOptions): Promise<ExactnessResult> {
  const { rounds, seed, log, withService = withProgram } = options;
  const folder = copyOf(options.dataDir);
  try {
    const tally = createTally();
    await withStore(folder, async ({ db }) => {
      const range = await rangeOf(db);
      await withService(folder, (port) => proveFigures({ db, seed, tally, log, port, range, rounds }));
    });
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyOf(dataDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-exactness-'));
  for (const name of ['tilldesk.sqlite', 'tilldesk.sqlite-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name));
  }
  return folder;
}

async function withStore(folder: string, use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function rangeOf(db: Store['db']): Promise<Range> {
  const { first, last } = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.min('local_day').as('first'), fn.max('local_day').as('last')])
    .executeTakeFirstOrThrow();
  return { from: formatLocalDay(first), to: formatLocalDay(last) };
}
