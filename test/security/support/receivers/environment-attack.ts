import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeCertificate } from '../../../support/certificates.ts';
import { startHttpsReceiver } from '../../../support/https-receiver.ts';
import type { AttackReport } from './attack-report.ts';
import type { Canary } from './canary.ts';

const SEND_ONCE = fileURLToPath(new URL('send-once.ts', import.meta.url));
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * An environment that names a proxy and takes every certificate: ours sends as ever, and the control, which Node sends
 * by itself, is led astray.
 */
export async function attackWithEnvironment(proxy: Canary, folder: string): Promise<AttackReport> {
  const receiver = await startHttpsReceiver();
  const right = fileIn(folder, 'right.pem', receiver.ca);
  const other = fileIn(folder, 'other.pem', (await makeCertificate({ names: ['localhost'] })).cert);
  const at = `http://127.0.0.1:${proxy.port}`;
  const proxied = { ...Object.fromEntries(PROXIES.map((name) => [name, at])), NODE_USE_ENV_PROXY: '1' };
  const untrusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

  const [sent, unsent, led, taken] = await Promise.all([
    sendOnce(['ours', receiver.url, right], proxied),
    sendOnce(['ours', receiver.url, other], untrusting),
    sendOnce(['plain', receiver.url], proxied),
    sendOnce(['plain', receiver.url], untrusting),
  ]);
  await receiver.close();
  const wrong: string[] = [];
  if (sent.status !== 204) wrong.push(`with a proxy in the environment ours ends in ${JSON.stringify(sent)}`);
  if (unsent.failure !== 'certificate')
    wrong.push(`a certificate of somebody else gives ${JSON.stringify(unsent)}`);
  // Without these the attack would show nothing.
  if (led.status !== null) throw new Error('Node itself did not go to the proxy');
  if (taken.status !== 204) throw new Error('Node itself did not take every certificate');
  return { tried: 2, wrong, refusedGood: [] };
}

function fileIn(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

interface Sent {
  readonly status: number | null;
  readonly failure?: string | null;
}

async function sendOnce(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Sent> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [SEND_ONCE, ...args], { env });
  return JSON.parse(stdout);
}
