import { parseArgs } from 'node:util';
import { ConfigError, optionError } from '../config/config.ts';

/** What the operator asks of the copies. */
export interface CopiesCommand {
  readonly kind: 'list' | 'empty' | 'help';
  readonly dataDir: string | undefined;
  readonly acceptsSharedFolder: boolean;
}

export const COPIES_HELP = `Copies that Tilldesk keeps of other platforms: the catalog of each user who signs in there, and what the settings let
it keep besides.

  npm run copies -- list
  npm run copies -- empty

  --data-dir DIR        folder of the data, as for npm start (or TILLDESK_DATA_DIR)
  --accept-shared-folder  use it also where other users could change it (or TILLDESK_ACCEPT_SHARED_FOLDER=1)
  --help                this text

Tilldesk may run meanwhile: what was emptied is not served any more from that moment on.`;

const OPTIONS = {
  'data-dir': { type: 'string' },
  'accept-shared-folder': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Throws `ConfigError`. */
export function readCopiesCommand(argv: readonly string[]): CopiesCommand {
  const { values, positionals } = parse(argv);
  const [verb, further] = positionals;
  if (further !== undefined) {
    throw new ConfigError(`"${further}" is one word too many; --help shows the commands.`);
  }
  const choice = {
    dataDir: values['data-dir'],
    acceptsSharedFolder: values['accept-shared-folder'] === true,
  };
  if (values.help || verb === undefined) return { kind: 'help', ...choice };
  if (verb === 'list' || verb === 'empty') return { kind: verb, ...choice };
  throw new ConfigError(`There is no command "${verb}"; --help shows the commands.`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (cause) {
    throw optionError(cause, '--help shows the commands');
  }
}
