import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../support/certificates.ts';
import { startHttpsReceiver } from '../support/https-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startCanary } from './support/receivers/canary.ts';

const SEND_ONCE = fileURLToPath(new URL('support/receivers/send-once.ts', import.meta.url));

async function sendOnce(args: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [SEND_ONCE, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  return JSON.parse(stdout);
}

async function startReceiver() {
  const receiver = await startHttpsReceiver();
  onTestFinished(() => receiver.close());
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, receiver.ca);
  return { receiver, ca };
}

describe('the environment of the program', () => {
  it('gives no message to a proxy, though it would those of Node itself', async () => {
    const { receiver, ca } = await startReceiver();
    const proxy = await startCanary();
    onTestFinished(() => proxy.close());
    const at = `http://127.0.0.1:${proxy.port}`;
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
    const env = { ...Object.fromEntries(names.map((name) => [name, at])), NODE_USE_ENV_PROXY: '1' };

    expect(await sendOnce(['ours', receiver.url, ca], env)).toMatchObject({ status: 204 });
    expect([receiver.requests.length, proxy.hits()]).toEqual([1, 0]);

    expect(await sendOnce(['plain', receiver.url], env)).toEqual({ status: null });
    expect([receiver.requests.length, proxy.hits()]).toEqual([1, 1]);
  });

  it('makes no certificate trusted, though Node itself takes them all then', async () => {
    const { receiver } = await startReceiver();
    const other = join(temporaryFolder(), 'other.pem');
    writeFileSync(other, (await makeCertificate({ names: ['localhost'] })).cert);
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

    expect(await sendOnce(['ours', receiver.url, other], env)).toMatchObject({ failure: 'certificate' });
    expect(receiver.requests).toHaveLength(0);

    expect(await sendOnce(['plain', receiver.url], env)).toEqual({ status: 204 });
  });
});
