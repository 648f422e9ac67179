import { parseArgs } from 'node:util';
import { optionError } from '../config/config.ts';
import { readStoreChoice, STORE_HELP, STORE_OPTIONS, type StoreChoice } from './store-choice.ts';

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
