import { constants, setPriority } from 'node:os';
import { systemClock } from '../base/clock.ts';
import { toPrintable } from '../base/printable.ts';
import { locateStore } from '../compose/command-store.ts';
import { createCommandLine, parseTyped } from '../config/command-line.ts';
import { getSources } from '../config/config.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { locateProgram } from '../startup/program-files.ts';
import type { VerificationAnswer, VerificationRequest } from '../store/totals/store-verification.ts';
import type { TotalsDifference } from '../store/totals/totals-differences.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { addStoreOptions, readStoreChoice, type StoreChoice } from './store-options.ts';

const DESCRIPTION = `Checks that the stored totals match the orders, and that the stock of each product matches that of the locations, and
names every difference. Ends with status 0 if everything matches, after a repair too, and with 1 if it does not. Tilldesk
may run meanwhile.`;

/** Throws `ConfigError` and `HelpRequested`. */
export function readVerifyCommand(argv: readonly string[]): { isRepair: boolean; store: StoreChoice } {
  const program = createCommandLine('npm run store:verify --', DESCRIPTION);
  addStoreOptions(program.option('--repair', 'rebuild the totals that differ'));
  parseTyped(program, argv);
  return { isRepair: program.getOptionValue('repair') === true, store: readStoreChoice(program) };
}

export interface VerifyDeps {
  readonly verify: () => AsyncIterable<TotalsDifference>;
  readonly repair: () => Promise<void>;
  readonly notify: (line: string) => void;
}

/** Prints every difference, repairs if requested, and returns whether everything matches in the end. */
export async function runVerifyCommand(isRepair: boolean, deps: VerifyDeps): Promise<boolean> {
  if (await printDifferences(deps)) return true;
  if (!isRepair) return false;
  await deps.repair();
  deps.notify('The totals that differed were recalculated.');
  return printDifferences(deps);
}

/** Returns whether there are none. */
async function printDifferences({ verify, notify }: VerifyDeps): Promise<boolean> {
  let count = 0;
  for await (const difference of verify()) {
    notify(formatDifference(difference));
    count += 1;
  }
  notify(count === 0 ? 'All totals match the orders, and all stock matches the locations.' : `Differences: ${count}.`);
  return count === 0;
}

/** Amounts and quantities in the units of the store, so that the smallest difference is visible. */
function formatDifference({ table, key, column, stored, expected }: TotalsDifference): string {
  const names = Object.entries(key).map(([name, value]) => `${name}=${value}`);
  return toPrintable(
    `${table} ${names.join(' ')}: ${column} is ${stored ?? 'missing'}, the rows give ${expected ?? 'nothing'}`,
  );
}

/** Compares the totals of a data folder with its orders. */
async function verify(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const { isRepair, store } = readVerifyCommand(argv);
  // It reads every order while users of a running program wait. Its worker inherits this.
  setPriority(constants.priority.PRIORITY_LOW);
  const { verificationTask } = locateProgram(import.meta.dirname);
  const pool = createWorkerPool({ data: locateStore(store, getSources(argv)), clock: systemClock });
  const ask = (request: VerificationRequest): Promise<VerificationAnswer> => pool.run(verificationTask, request);
  try {
    const isEqual = await runVerifyCommand(isRepair, {
      async *verify() {
        const { parts } = await ask({ kind: 'list-parts' });
        for (const part of parts) yield* (await ask({ kind: 'verify', part })).differences;
        yield* (await ask({ kind: 'verify-stock' })).differences;
      },
      async repair() {
        await ask({ kind: 'repair' });
      },
      notify: print,
    });
    return isEqual ? 0 : 1;
  } finally {
    await pool.close();
  }
}

if (import.meta.main) process.exitCode = await answerCommand(verify);
