import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startExport } from '../support/export-command.ts';
import { type ReceiverReply, startHttpsReceiver } from '../support/https-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KEY = `tdk_${'5'.repeat(36)}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const ME = {
  account: 'far',
  user: { id: 7, name: 'Sam', email: 'sam@far.example' },
  roles: ['owner'],
  locked_location: null,
  auth: { kind: 'api_key', expires_at: null },
};

/** Another deployment over HTTPS, whose certificate the command trusts where `isTrusted`. */
async function deployment(reply: (path: string) => ReceiverReply, isTrusted = true) {
  const receiver = await startHttpsReceiver({ answer: ({ path }) => reply(path) });
  onTestFinished(() => receiver.close());
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const workingFolder = temporaryFolder();
  const ca = join(workingFolder, 'ca.pem');
  writeFileSync(ca, receiver.ca);
  if (isTrusted) vi.stubEnv('NODE_EXTRA_CA_CERTS', ca);
  const exported = (dataset: string) =>
    startExport([dataset, '--out', 'c.csv', '--base-url', receiver.url], { workingFolder, apiKey: KEY }).ended;
  return {
    receiver,
    exportCustomers: () => exported('customers'),
    exportPrices: () => exported('price-list'),
  };
}

const json = (body: unknown): ReceiverReply => ({ status: 200, headers: JSON_TYPE, text: JSON.stringify(body) });

function rangeOf(path: string) {
  const { searchParams } = new URL(path, 'https://far.example');
  return { start: Number(searchParams.get('start')), limit: Number(searchParams.get('limit')) };
}

describe('npm run export -- --base-url https://…', { timeout: 60_000 }, () => {
  it('trusts the given certificate authority, and ignores proxies of the environment', async () => {
    const { receiver, exportCustomers } = await deployment((path) => {
      return json(path === '/api/me' ? ME : { ...rangeOf(path), count: 0, total: 0, data: [] });
    });

    // Where nobody listens: Node itself would go there.
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');

    expect(await exportCustomers()).toMatchObject({ status: 0, err: '' });
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'accept-encoding': 'identity',
    });
  });

  it('marks a price list as a copy if the deployment answers from a copy', async () => {
    const old = { age: '7200', 'cache-status': 'tilldesk; hit; detail="unreachable: till.example"' };
    const { exportPrices } = await deployment((path) => {
      if (path === '/api/me') return json(ME);
      const page = json({ q: '', ...rangeOf(path), count: 0, total: 0, data: [] });
      return path.startsWith('/api/products') ? { ...page, headers: { ...JSON_TYPE, ...old } } : page;
    });

    const { status, out } = await exportPrices();

    expect(status).toBe(0);
    expect(out).toMatch(/c_AS-OF_\d{4}-\d{2}-\d{2}_\d{4}\.csv/);
  });

  it('sends no key to an untrusted host, though the environment disables the check', async () => {
    const { receiver, exportCustomers } = await deployment(() => json(ME), false);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');

    const { status, err } = await exportCustomers();

    expect(status).toBe(1);
    expect(err).toContain('The service could not prove who it is');
    expect(receiver.requests).toEqual([]);
  });

  it.each<[string, ReceiverReply, string]>([
    [
      'that sends it elsewhere',
      { status: 302, headers: { ...JSON_TYPE, location: '/elsewhere' } },
      'The service sent us to another address, where nothing is asked.\n',
    ],
    [
      'that is a web page',
      { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>Sign in to the network' },
      'What answered is not the service: it sent something else than JSON.\n',
    ],
    [
      'that tells of its inside',
      { status: 500, headers: JSON_TYPE, text: '{"message":"10.0.0.1"}' },
      'The service answered with status 500.\n',
    ],
  ])('fails with one sentence at an answer %s', async (_what, reply, err) => {
    const { receiver, exportCustomers } = await deployment(() => reply);

    expect(await exportCustomers()).toEqual({ status: 1, out: '', err });
    expect(receiver.requests).toHaveLength(1);
  });
});
