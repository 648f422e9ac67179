import { parseArgs } from 'node:util';
import { printable } from '../base/printable.ts';
import { optionError } from '../config/config.ts';
import { readStoreChoice, STORE_HELP, STORE_OPTIONS, type StoreChoice } from './command-options.ts';

/** What the operator asks of the store. */
export interface VerifyCommand {
  readonly kind: 'verify' | 'help';
  /** Makes the totals anew where they differ. */
  readonly isRepair: boolean;
  readonly store: StoreChoice;
}

export const VERIFY_HELP = `Proves that the kept totals of Tilldesk equal its orders, and the stock of its products that of the locations, and names
every difference.

  npm run store:verify -- [--repair]

  --repair              make anew the days and months that differ
${STORE_HELP}
  --help                this text

Ends with status 0 when all is equal, after a repair too, and with 1 when it is not. Tilldesk may run meanwhile.`;

const OPTIONS = {
  repair: { type: 'boolean' },
  ...STORE_OPTIONS,
  help: { type: 'boolean' },
} as const;

/** Throws `ConfigError`. */
export function readVerifyCommand(argv: readonly string[]): VerifyCommand {
  const values = parse(argv);
  return {
    kind: values.help ? 'help' : 'verify',
    isRepair: values.repair === true,
    store: readStoreChoice(values),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (cause) {
    throw optionError(cause, '--help shows the options');
  }
}

/** Where what is kept is not what the orders, or the stock of the locations, say; `null` stands for a row that is not there. */
export interface StoreDifference {
  readonly table: string;
  readonly key: Readonly<Record<string, number | string>>;
  readonly column: string;
  readonly kept: number | null;
  readonly right: number | null;
}

export interface VerifyDeps {
  readonly verify: () => AsyncIterable<StoreDifference>;
  readonly repair: () => Promise<void>;
  readonly tell: (line: string) => void;
}

/** Tells every difference, repairs where that is asked, and answers whether all is equal in the end. */
export async function runVerifyCommand(isRepair: boolean, deps: VerifyDeps): Promise<boolean> {
  if (await tellDifferences(deps)) return true;
  if (!isRepair) return false;
  await deps.repair();
  deps.tell('What differs was made anew.');
  return tellDifferences(deps);
}

/** Answers whether there is none. */
async function tellDifferences({ verify, tell }: VerifyDeps): Promise<boolean> {
  let count = 0;
  for await (const difference of verify()) {
    tell(differenceLine(difference));
    count += 1;
  }
  tell(
    count === 0
      ? 'All totals equal the orders, and all stock that of the locations.'
      : `Differences: ${count}.`,
  );
  return count === 0;
}

/** Amounts and quantities as the store keeps them, so that a difference of the smallest part shows. */
function differenceLine({ table, key, column, kept, right }: StoreDifference): string {
  const place = Object.entries(key)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  return printable(
    `${table} ${place}: ${column} is ${kept ?? 'missing'}, the rows give ${right ?? 'nothing'}`,
  );
}
