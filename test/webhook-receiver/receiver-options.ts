import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { isSecret } from './receive-message.ts';

export interface ReceiverOptions {
  /** Empty until one is known: then no message is accepted. */
  readonly secrets: readonly string[];
  readonly host: string;
  readonly port: number;
  /** The folder of the certificate and its key. */
  readonly folder: string;
  readonly failWith: number | null;
  readonly slowMs: number;
  readonly showsHelp: boolean;
}

export const RECEIVER_HELP = `Receives webhooks of Tilldesk, checks them and prints what changed.

  node test/webhook-receiver/receiver.ts [options]

  --secret SECRET       of the webhook (whsec_…); give both while it is being rotated
  --port N              8443
  --host ADDRESS        where to listen: 127.0.0.1, or an address of this computer
  --folder DIR          for its certificate; beside this program
  --fail STATUS         answer this to everything
  --slow SECONDS        wait before each answer
  --help                this text`;

/** Throws an error with one sentence. */
export function readReceiverOptions(argv: readonly string[], ownFolder: string): ReceiverOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      secret: { type: 'string', multiple: true },
      port: { type: 'string' },
      host: { type: 'string' },
      folder: { type: 'string' },
      fail: { type: 'string' },
      slow: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { secret: secrets = [], host = '127.0.0.1', folder = ownFolder, help: showsHelp = false } = values;
  if (!secrets.every(isSecret)) throw new Error('--secret takes whsec_ and what follows it, as Tilldesk showed it.');
  if (isIP(host) === 0) throw new Error(`--host takes an address such as 192.168.1.20, not "${host}".`);
  return {
    secrets,
    host,
    folder,
    port: readNumber('--port', values.port, { byDefault: 8443, from: 0, to: 65_535 }),
    failWith:
      values.fail === undefined ? null : readNumber('--fail', values.fail, { byDefault: 0, from: 200, to: 599 }),
    slowMs: readNumber('--slow', values.slow, { byDefault: 0, from: 0, to: 3_600 }) * 1_000,
    showsHelp,
  };
}

function readNumber(
  name: string,
  text: string | undefined,
  { byDefault, from, to }: { byDefault: number; from: number; to: number },
): number {
  if (text === undefined) return byDefault;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new Error(`${name} takes a number from ${from} to ${to}, not "${text}".`);
}
