import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCurl } from '../../../../renderer/features/webhooks/delivery-drawer.tsx';

const SECRET = `whsec_${Buffer.from('a secret of 32 bytes; \n\'"$`\\ \0!').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('another secret, of 24 by').toString('base64')}`;
const EVENTS = Array.from({ length: 100 }, (_, version) => ({ id: `evt_${version}`, version }));
const LONG = JSON.stringify({ data: { events: EVENTS }, filling: 'x'.repeat(300_000) });
const BODIES = [
  ['a batch', '{"type":"batch","data":{"events":[]}}'],
  ['single quotes', `{"a":"it's '' ''' '"}`],
  ['what a shell makes something of', '{"a":"$HOME `id` $(id) \\" \\\\ !! ~ * ? # & ; | < > {a,b} %s \\n"}'],
  ['a line end at its end', '{}\n\n'],
  ['characters beyond ASCII', '{"a":"café – 漢字 🧶 \u2028"}'],
  ['nothing', ''],
  ['a leading hyphen', '-n @/etc/hostname'],
  ['more than fits into an argument', LONG],
] as const;

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let origin: string;
const received: Received[] = [];
const shells: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ url: request.url, headers: request.headers, body: (await buffer(request)).toString('utf8') });
    response.end('taken');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const shell of ['sh', 'bash', 'dash', 'zsh']) if (await hasTools(shell)) shells.push(shell);
});

afterAll(() => server.close());

describe('the curl command of a delivery', () => {
  it.each(BODIES)('sends a body with %s unchanged, with a valid signature', async (_what, body) => {
    for (const shell of shells) {
      const path = `/hook's?a=1&b=$HOME`;
      const command = formatCurl(`${origin}${path}`, { message_id: 'msg_2b9yq0Wl4hT6', body });
      const { stdout } = await run(shell, command, { WEBHOOK_SECRET: SECRET });
      expect(stdout).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*taken$/);
      const { url, headers, body: arrived } = received.at(-1) ?? missing();
      expect(url).toBe(path);
      expect(arrived).toBe(body);
      expect(headers['content-type']).toBe('application/json');
      const signed = {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      };
      expect(signed['webhook-id']).toBe('msg_2b9yq0Wl4hT6');
      // `verify` returns the parsed body, and throws if the signature or its time is wrong.
      expect(() => check(SECRET, arrived, signed)).not.toThrow();
      expect(() => check(OTHER_SECRET, arrived, signed)).toThrow();
    }
  });

  it('sends nothing, and says why, while the secret is not set', async () => {
    for (const shell of shells) {
      const before = received.length;
      const command = formatCurl(origin, { message_id: 'msg_1', body: '{}' });
      await expect(run(shell, command, {})).rejects.toThrow(/WEBHOOK_SECRET/);
      expect(received).toHaveLength(before);
    }
  });
});

/** Signs the received body again: the library would parse a body that need not be JSON. */
function check(secret: string, body: string, headers: Record<string, string>): void {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  if (headers['webhook-signature'] !== expected) throw new Error('The signature does not hold.');
}

/** Passes the command on standard input, like a paste; as an argument it could be too long. */
async function run(shell: string, command: string, env: Readonly<Record<string, string>>) {
  const running = promisify(execFile)(shell, [], { env: { PATH: process.env.PATH ?? '', ...env } });
  running.child.stdin?.end(`${command}\n`);
  return running;
}

async function hasTools(shell: string): Promise<boolean> {
  try {
    await run(shell, 'command -v curl && command -v openssl && command -v od', {});
    return true;
  } catch {
    return false;
  }
}

function missing(): never {
  throw new Error('Nothing was received.');
}
