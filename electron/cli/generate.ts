import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import type { ResourceLimits } from 'node:worker_threads';
import type { Command } from 'commander';
import { type CalendarDate, isCalendarDate } from '../../shared/calendar.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { CommandError, getErrorCode, getErrorMessage, StartError } from '../base/errors.ts';
import { flushFileSync } from '../base/private-file.ts';
import { renameFileSync } from '../base/rename-file.ts';
import { prepareForCommand } from '../compose/command-store.ts';
import { createCommandLine, parseTyped } from '../config/command-line.ts';
import { ConfigError, getSources, readDataFolder } from '../config/config.ts';
import type { GenerationRequest } from '../platform/demo/generate-shops.ts';
import type { DataFolder } from '../startup/data-folder.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { locateProgram } from '../startup/program-files.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { occupyDataFolder } from '../startup/single-instance.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { addFolderOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { createProgressBar } from './terminal-output.ts';

export interface GenerateCommand extends Omit<StoreChoice, 'database'> {
  readonly products: number;
  readonly orders: number;
  readonly days: number;
  /** The last day. */
  readonly until: CalendarDate;
  readonly seed: number;
}

const NUMBERS = {
  products: { least: 500, most: 500_000, byDefault: 100_000, description: 'exact number of products' },
  orders: {
    least: 1,
    most: 5_000_000,
    byDefault: 1_000_000,
    description: 'exact number of orders, including returns and the like',
  },
  days: { least: 1, most: 3_660, byDefault: 730, description: 'number of days' },
  seed: { least: 0, most: 2_147_483_647, byDefault: 7, description: 'another number makes another shop' },
} as const;

/** Customers are from the years before. */
const MIN_UNTIL = '2024-06-01';

const MAX_UNTIL = '2099-12-31';

const DEFAULT_UNTIL = '2026-10-31';

const DESCRIPTION = `Fills a new data folder with a large demo chain. The same options make the same chain. Account demo has the chain,
demo-two the usual small shop; users and password are those of the demo. Later starts add no orders. A
generation that was stopped leaves nothing behind.`;

/** Throws `ConfigError` and `HelpRequested`. */
export function readGenerateCommand(argv: readonly string[]): GenerateCommand {
  const program = createGenerateProgram();
  parseTyped(program, argv);
  const { products, orders, days, until, seed } = program.opts<GenerateCommand>();
  const { dataDir } = readStoreChoice(program);
  return { dataDir, products, orders, days, until, seed };
}

function createGenerateProgram(): Command {
  const program = createCommandLine('npm run demo:generate --', DESCRIPTION);
  addFolderOptions(program.usage('--data-dir DIR [options]'));
  for (const [name, { least, most, byDefault, description }] of Object.entries(NUMBERS)) {
    const read = (text: string): number => {
      const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw new ConfigError(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
    };
    program.option(`--${name} <N>`, `${description} (${byDefault}; ${least} to ${most})`, read, byDefault);
  }
  const untilText = `the last of the days, as YYYY-MM-DD (${DEFAULT_UNTIL}; ${MIN_UNTIL} to ${MAX_UNTIL})`;
  return program.option('--until <DAY>', untilText, readUntil, DEFAULT_UNTIL);
}

function readUntil(text: string): CalendarDate {
  if (isCalendarDate(text) && text >= MIN_UNTIL && text <= MAX_UNTIL) return text;
  throw new ConfigError(`--until takes a date from ${MIN_UNTIL} to ${MAX_UNTIL}, not "${text}".`);
}

export interface GenerateDeps {
  /** Calls `onProgress` with the completed fraction, from 0 to 1. */
  readonly generate: (onProgress: (part: number) => void) => Promise<void>;
  readonly bar: ReturnType<typeof createProgressBar>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Shows the progress of the generation. Returns the milliseconds that it took. */
export async function runGenerateCommand({ generate, bar, clock }: GenerateDeps): Promise<number> {
  const startedAt = clock.now();
  bar.show(0);
  try {
    await generate(bar.show);
    bar.show(1);
  } finally {
    bar.end();
  }
  return clock.now() - startedAt;
}

/** Describes what was made. `bytes` is its size. */
export function formatGenerated(
  { products, orders, days, until, seed }: GenerateCommand,
  made: { readonly path: string; readonly tookMs: number; readonly bytes: number },
): string {
  const count = (number: number) => number.toLocaleString('en-US');
  const size = `${count(Math.ceil(made.bytes / 1_000_000))} MB`;
  const what = `${count(products)} products and ${count(orders)} orders of ${count(days)} days until ${until}`;
  return `Made ${what} (seed ${seed}) in ${Math.ceil(made.tookMs / 1_000)} s: ${size} in ${made.path}.`;
}

/**
 * Creates a draft beside `target`, only for its owner. `keep` renames it to `target` when it is complete. A draft that
 * a killed command left is replaced, so only the program that has locked the folder may call this.
 */
export function createDraftFile(target: string) {
  const path = `${target}.draft`;
  const discard = () => {
    // With the other files of a database.
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  };
  discard();
  closeSync(openSync(path, 'wx', 0o600));
  return {
    path,
    discard,
    /** Renames it after it is safe on the disk. */
    keep(): void {
      flushFileSync(path);
      renameFileSync(path, target);
    },
  };
}

/** Fills a data folder with a large demo chain. */
async function fillFolder(command: GenerateCommand): Promise<string> {
  const folder = prepareNamedFolder(command);
  const lock = await occupyDataFolder(folder);
  try {
    refuseExistingStore(folder);
    const draft = createDraftFile(folder.store);
    try {
      const tookMs = await fillDraft(draft.path, command);
      draft.keep();
      return formatGenerated(command, { path: folder.path, tookMs, bytes: statSync(folder.store).size });
    } finally {
      draft.discard();
    }
  } finally {
    lock.release();
  }
}

function refuseExistingStore({ path, store }: DataFolder): void {
  if (existsSync(store)) throw new StartError(`${path} already has a shop: choose an empty folder.`);
}

/** The default folder has to be named as well: it is that of everyday work. */
function prepareNamedFolder(command: GenerateCommand): DataFolder {
  const sources = getSources(process.argv.slice(2));
  if (!(command.dataDir ?? sources.env.TILLDESK_DATA_DIR)) {
    throw new ConfigError('Name the folder to fill with --data-dir; --help shows the options.');
  }
  return prepareForCommand(readDataFolder(command.dataDir, sources));
}

async function fillDraft(file: string, command: GenerateCommand): Promise<number> {
  const { products, orders, days, until, seed } = command;
  const { generationTask } = locateProgram(import.meta.dirname);
  const request: GenerationRequest = { products, orders, days, until, seed };
  const pool = createWorkerPool({ data: { file }, clock: systemClock, limits: getMemoryLimits(command) });
  let isStopped = false;
  stopOnSignals(() => {
    isStopped = true;
    void pool.close();
  });
  try {
    return await runGenerateCommand({
      generate: (onProgress) => pool.run(generationTask, request, { onProgress }),
      bar: createProgressBar({ isTerminal: process.stderr.isTTY, write: (text) => void process.stderr.write(text) }),
      clock: systemClock,
    });
  } catch (cause) {
    if (isStopped) throw new StartError('The generation was stopped and left nothing behind.', { cause });
    if (getErrorCode(cause) !== 'ERR_SQLITE_ERROR') throw cause;
    throw new CommandError(`The store cannot be written: ${getErrorMessage(cause)}.`, { cause });
  } finally {
    // The worker must have ended before the file is removed or renamed.
    await pool.close();
  }
}

/**
 * Otherwise a worker takes twice the memory that it needs before it tidies up. A product takes 2 kB, a customer 1 kB.
 */
function getMemoryLimits({ products, orders }: GenerateCommand): ResourceLimits {
  return { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 150 + products / 500 + orders / 20_000 };
}

async function generate(print: (line: string) => void): Promise<number> {
  print(await fillFolder(readGenerateCommand(process.argv.slice(2))));
  return 0;
}

if (import.meta.main) process.exitCode = await answerCommand(generate);
