import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CalendarDate, isCalendarDate } from '../../shared/calendar.ts';
import { codeOf, StartError } from '../base/errors.ts';
import { ConfigError, optionError } from '../config/config.ts';
import type { createProgressBar } from './terminal-output.ts';

/** How large a store the operator wants. */
export interface GenerateCommand {
  readonly kind: 'generate' | 'help';
  readonly dataDir: string | undefined;
  readonly acceptsSharedFolder: boolean;
  readonly products: number;
  readonly orders: number;
  readonly days: number;
  /** The last day. */
  readonly until: CalendarDate;
  readonly seed: number;
}

interface NumberOption {
  readonly least: number;
  readonly most: number;
  readonly byDefault: number;
}

const NUMBERS = {
  products: { least: 500, most: 500_000, byDefault: 100_000 },
  orders: { least: 1, most: 5_000_000, byDefault: 1_000_000 },
  days: { least: 1, most: 3_660, byDefault: 730 },
  seed: { least: 0, most: 2_147_483_647, byDefault: 7 },
} as const satisfies Record<string, NumberOption>;

/** Customers are from the years before. */
const FIRST_UNTIL = '2024-06-01';

const LAST_UNTIL = '2099-12-31';

const DEFAULT_UNTIL = '2026-10-31';

export const GENERATE_HELP = `Fills a new data folder with a large demo chain, the same one for the same options.

  npm run demo:generate -- --data-dir DIR [options]

  --data-dir DIR        folder of the data, without a shop in it yet (or TILLDESK_DATA_DIR)
  --accept-shared-folder  use it also where other users could change it (or TILLDESK_ACCEPT_SHARED_FOLDER=1)
  --products N          exactly so many products (${rangeOf('products')})
  --orders N            exactly so many orders, returns and the like included (${rangeOf('orders')})
  --days N              over so many days (${rangeOf('days')})
  --until YYYY-MM-DD    the last of them (${DEFAULT_UNTIL}; ${FIRST_UNTIL} to ${LAST_UNTIL})
  --seed N              another number makes another shop (${NUMBERS.seed.byDefault})
  --help                this text

Account demo holds the chain, demo-two the small shop that is always there; users and password are those of the
demo. The store is never topped up. A generation that was stopped leaves none.`;

const OPTIONS = {
  'data-dir': { type: 'string' },
  'accept-shared-folder': { type: 'boolean' },
  products: { type: 'string' },
  orders: { type: 'string' },
  days: { type: 'string' },
  until: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Throws `ConfigError`. */
export function readGenerateCommand(argv: readonly string[]): GenerateCommand {
  const values = parse(argv);
  return {
    kind: values.help ? 'help' : 'generate',
    dataDir: values['data-dir'],
    acceptsSharedFolder: values['accept-shared-folder'] === true,
    products: readNumber('products', values.products),
    orders: readNumber('orders', values.orders),
    days: readNumber('days', values.days),
    until: readUntil(values.until),
    seed: readNumber('seed', values.seed),
  };
}

function readNumber(name: keyof typeof NUMBERS, text: string | undefined): number {
  const { least, most, byDefault } = NUMBERS[name];
  if (text === undefined) return byDefault;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new ConfigError(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}

function readUntil(text: string | undefined): CalendarDate {
  if (text === undefined) return DEFAULT_UNTIL;
  if (isCalendarDate(text) && text >= FIRST_UNTIL && text <= LAST_UNTIL) return text;
  throw new ConfigError(`--until takes a date from ${FIRST_UNTIL} to ${LAST_UNTIL}, not "${text}".`);
}

function rangeOf(name: keyof typeof NUMBERS): string {
  const { least, most, byDefault } = NUMBERS[name];
  return `${byDefault}; ${least} to ${most}`;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (cause) {
    throw optionError(cause, '--help shows the options');
  }
}

export interface GenerateDeps {
  readonly generate: () => Promise<void>;
  /** The part that is done, from 0 to 1. */
  readonly readPart: () => number;
  readonly bar: ReturnType<typeof createProgressBar>;
  readonly clock: {
    now(): number;
    after(delayMs: number, task: () => void): () => void;
  };
}

const PROGRESS_INTERVAL_MS = 200;

/** Shows how far the generation is until it is over. Answers the milliseconds that it took. */
export async function runGenerateCommand({ generate, readPart, bar, clock }: GenerateDeps): Promise<number> {
  const startedAt = clock.now();
  let stopLooking = () => {};
  const look = () => {
    bar.show(readPart());
    stopLooking = clock.after(PROGRESS_INTERVAL_MS, look);
  };
  look();
  try {
    await generate();
    bar.show(1);
  } finally {
    stopLooking();
    bar.end();
  }
  return clock.now() - startedAt;
}

/** What was made, of which size in bytes. */
export function generatedLine(
  { products, orders, days, until, seed }: GenerateCommand,
  made: { readonly path: string; readonly tookMs: number; readonly bytes: number },
): string {
  const count = (number: number) => number.toLocaleString('en-US');
  const size = `${count(Math.ceil(made.bytes / 1_000_000))} MB`;
  const what = `${count(products)} products and ${count(orders)} orders of ${count(days)} days until ${until}`;
  return `Made ${what} (seed ${seed}) in ${Math.ceil(made.tookMs / 1_000)} s: ${size} in ${made.path}.`;
}

/** A file that gets its name when it is whole. */
export interface DraftFile {
  readonly path: string;
  /** Gives it its name, once it is safe on the disk. */
  keep(): void;
  /** Removes it, with what a database has beside it. */
  discard(): void;
}

/** Makes the draft, for its owner alone, beside the file that it becomes. Throws `StartError` when there is one. */
export function createDraftFile(target: string): DraftFile {
  const path = `${target}.draft`;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    const sentence = `${path} is being made by another command, or was left by one that was killed: then remove it.`;
    throw new StartError(sentence, { cause });
  }
  return {
    path,
    keep() {
      flush(path);
      renameSync(path, target);
    },
    discard() {
      for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    },
  };
}

function flush(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
