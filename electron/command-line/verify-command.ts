import { parseArgs } from 'node:util';
import { optionError } from '../config.ts';

/** What the operator asks of the store. */
export interface VerifyCommand {
  readonly kind: 'verify' | 'help';
  /** Makes the totals anew where they differ. */
  readonly isRepair: boolean;
  readonly dataDir: string | undefined;
}

export const VERIFY_HELP = `Proves that the kept totals of Tilldesk equal its orders, and the stock of its products that of the locations, and names
every difference.

  npm run store:verify -- [--repair]

  --repair              make anew the days and months that differ
  --data-dir DIR        folder of the data, as for npm start (or TILLDESK_DATA_DIR)
  --help                this text

Ends with status 0 when all is equal, after a repair too, and with 1 when it is not. Tilldesk may run meanwhile.`;

const OPTIONS = {
  repair: { type: 'boolean' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Throws `ConfigError`. */
export function readVerifyCommand(argv: readonly string[]): VerifyCommand {
  const values = parse(argv);
  return {
    kind: values.help ? 'help' : 'verify',
    isRepair: values.repair === true,
    dataDir: values['data-dir'],
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (cause) {
    throw optionError(cause, '--help shows the options');
  }
}
