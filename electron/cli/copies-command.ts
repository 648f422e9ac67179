import { parseArgs } from 'node:util';
import { localTimestamp } from '../../shared/calendar.ts';
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

/** A copy as it is shown. */
export interface ShownCopy {
  readonly baseUrl: string;
  readonly account: string;
  readonly email: string;
  readonly usedAt: number;
  readonly bytes: number;
}

const BYTES_IN_MB = 1_000_000;

export function copiesLines(copies: readonly ShownCopy[]): string[] {
  if (copies.length === 0) return ['There are no copies.'];
  return copies.map(
    ({ baseUrl, account, email, usedAt, bytes }) =>
      `${printable(account)}  ${printable(email)}  ${baseUrl}  used ${moment(usedAt)}  ${inMegabytes(bytes)}`,
  );
}

export function emptiedLine({ copies, bytes }: { readonly copies: number; readonly bytes: number }): string {
  const what = copies === 1 ? '1 copy is' : `${copies} copies are`;
  return `${what} removed: ${inMegabytes(bytes)} freed.`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toFixed(1)} MB`;
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}

/** A name may hold what would move the cursor of a terminal, or turn the direction of a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
