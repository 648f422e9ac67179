import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../electron/base/clock.ts';
import { warningLines } from '../../electron/cli/export-save.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { layDiscoveryFile } from '../support/discovery-file.ts';
import { exportHere, folderWithShop, runExport, startExport } from '../support/export-command.ts';
import { NOW } from '../support/fixed-clock.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { ACCOUNT, USER } from '../support/shop-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];
const UNPROVEN = '--accept-unproven-service';
const WRONG_KEY = 'tdk_000000000000000000000000000000000000';

/** The fixture shop in a folder, its service, and a key of its owner. */
async function serviceWithKey(personalData = true) {
  const { folder, file } = await folderWithShop();
  const service = await startFixtureService({ file });
  const keys = createApiKeysRepository(service.store.db);
  const apiKeys = createApiKeys({
    keys,
    platform: { identify: async () => null },
    clock: service.clock,
  });
  const owner = { accountId: ACCOUNT.alpha, userId: USER.owner };
  const { key } = await apiKeys.create(owner, { name: 'Boekhouding', expiresAt: null, personalData });
  return { folder, service, key, baseUrl: `http://127.0.0.1:${service.port}` };
}

interface ProxyOptions {
  /** Answers true for a call that it deals with itself. */
  readonly takes?: (url: URL, response: ServerResponse) => boolean;
  readonly change?: (url: URL, body: Page) => unknown;
}

/** A server that passes every call on to the service, for as long as the test runs. Answers its address. */
async function proxyOf(baseUrl: string, { takes, change = (_url, body) => body }: ProxyOptions): Promise<string> {
  const server = createServer(async ({ url: path = '/', headers: { authorization = '' } }, response) => {
    const url = new URL(path, baseUrl);
    if (takes?.(url, response)) return;
    const answer = await fetch(url, { headers: { authorization } });
    const body = JSON.stringify(change(url, JSON.parse(await answer.text())));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Page {
  readonly data: readonly { readonly id: number }[];
}

/** A full page in the same order, made of copies with other ids, of a list that is twice as long. */
function fullPage(body: Page, limit: number): Page {
  const copyOf = (at: number) => ({ ...body.data[Math.floor((at * body.data.length) / limit)], id: at + 1 });
  const data = Array.from({ length: limit }, (_, at) => copyOf(at));
  return { ...body, data, ...{ count: limit, total: 2 * limit } };
}

/** Pauses are over at once; what takes longer than a minute is a deadline, which never comes. */
const hurriedClock: Clock = {
  now: () => Date.parse(NOW),
  after(delayMs, task) {
    const soon = delayMs < 60_000 ? setImmediate(task) : undefined;
    return () => clearImmediate(soon);
  },
};

describe('npm run export -- --base-url', { timeout: 60_000 }, () => {
  it('writes with an API key the same as the owner gets from the store', async () => {
    const { folder, service, key, baseUrl } = await serviceWithKey();
    for (const dataset of [
      'orders',
      'payments',
      'order-items',
      'order-payments',
      'product-sales',
      'turnover-by-group',
    ]) {
      const from = (source: readonly string[], out: string) =>
        exportHere([dataset, ...OCTOBER, '--out', out, ...source], { workingFolder: folder, apiKey: key });
      const theirs = await from(['--base-url', baseUrl, UNPROVEN], 'theirs.csv');
      const ours = await from(['--data-dir', folder, '--account', 'alpha'], 'ours.csv');
      expect(readFileSync(theirs.path, 'utf8')).toBe(readFileSync(ours.path, 'utf8'));
      expect(theirs.faults).toEqual([]);
    }
    await service.stop();
  });

  it('writes no column about people with a key that reads no personal data, and no blank one either', async () => {
    const { service, key, baseUrl } = await serviceWithKey(false);
    const workingFolder = temporaryFolder();
    const orders = ['orders', ...OCTOBER, '--base-url', baseUrl, UNPROVEN];
    const named = await runExport([...orders, '--personal', '--out', 'a.csv'], { workingFolder, apiKey: key });
    expect([named.status, named.out]).toEqual([2, '']);
    expect(named.err).toBe(
      'This cannot be exported: the API key reads no personal data: leave out customer_name, or use a key that does.\n',
    );
    const nameless = await runExport([...orders, '--out', 'b.csv'], { workingFolder, apiKey: key });
    expect(nameless.status).toBe(0);
    expect(readdirSync(workingFolder)).toEqual(['b.csv']);
    await service.stop();
  });

  it('sends the key over plain HTTP only to the program of the data folder', async () => {
    const { folder, service, key, baseUrl } = await serviceWithKey();
    const heard: string[] = [];
    const squatter = await proxyOf(baseUrl, {
      takes({ pathname }) {
        heard.push(pathname);
        return false;
      },
    });
    const workingFolder = temporaryFolder();
    const save = (address: string) =>
      runExport(['price-list', '--out', 's.csv', '--base-url', address, '--data-dir', folder], {
        workingFolder,
        apiKey: key,
      });
    const refusal = {
      status: 1,
      out: '',
      err: expect.stringMatching(/^Nothing proves .* --accept-unproven-service\.\n$/),
    };
    expect(await save(baseUrl)).toEqual(refusal);
    layDiscoveryFile(folder, service.port);
    // It could pass the challenge on to the right one.
    expect(await save(squatter)).toEqual(refusal);
    expect(heard).toEqual([]);
    expect(await save(baseUrl)).toMatchObject({ status: 0 });
    expect(await save(baseUrl.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 0 });
    await service.stop();
  });

  it('names the user in the manifest, and records nothing on this computer', async () => {
    const { service, key, baseUrl } = await serviceWithKey();
    const workingFolder = temporaryFolder();
    const argv = ['price-list', '--base-url', `${baseUrl}/`, UNPROVEN, '--out', 'p.jsonl', '--manifest'];
    const { status, out, err } = await runExport(argv, { workingFolder, apiKey: key });
    expect({ status, out, err }).toEqual({ status: 0, out: `${join(workingFolder, 'p.jsonl')}\n`, err: '' });
    expect(readdirSync(workingFolder)).toEqual(['p.jsonl', 'p.jsonl.manifest.json']);
    const manifest = readFileSync(join(workingFolder, 'p.jsonl.manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ account: 'alpha', user: 'owner@alpha.example' });
    expect(manifest).not.toContain(key);
    await service.stop();
  });

  it('fails with one sentence without a key, with a wrong one and without a service, and prints no key', async () => {
    const { service, baseUrl } = await serviceWithKey();
    const workingFolder = temporaryFolder();
    const argv = ['payments', ...OCTOBER, UNPROVEN, '--base-url'];
    const keyless = await runExport([...argv, baseUrl], { workingFolder });
    expect(keyless).toMatchObject({ status: 2, out: '' });
    expect(keyless.err).toMatch(/set TILLDESK_API_KEY\.\n$/);

    const wrong = await runExport([...argv, baseUrl], { workingFolder, apiKey: WRONG_KEY });
    expect(wrong).toMatchObject({ status: 1, out: '' });
    expect(wrong.err).toMatch(/^The service refused the key: .*\n$/);
    expect(wrong.err).not.toContain(WRONG_KEY);
    await service.stop();

    const gone = await runExport([...argv, baseUrl], { workingFolder, apiKey: WRONG_KEY });
    expect(gone).toEqual({ status: 1, out: '', err: 'The service could not be reached.\n' });
    expect(readdirSync(workingFolder)).toEqual([]);
  });

  it('continues after an interrupted call', async () => {
    const { folder, service, key, baseUrl } = await serviceWithKey();
    let broken = 0;
    const takes = ({ pathname }: URL, response: ServerResponse) => {
      if (pathname !== '/api/orders' || broken === 2) return false;
      broken += 1;
      response.destroy();
      return true;
    };
    const proxy = await proxyOf(baseUrl, { takes });
    const argv = ['orders', ...OCTOBER, '--base-url', proxy, UNPROVEN];
    const options = { workingFolder: folder, apiKey: key, clock: hurriedClock };
    expect(await exportHere(argv, options)).toMatchObject({ faults: [] });
    expect(broken).toBe(2);
    await service.stop();
  });

  it('keeps the rows so far in a file named INCOMPLETE if the service stops midway', async () => {
    const workingFolder = temporaryFolder();
    const { key, service, baseUrl } = await serviceWithKey();
    const isOrders = ({ pathname }: URL) => pathname === '/api/orders';
    const proxy = await proxyOf(baseUrl, {
      takes(url, response) {
        const isLater = isOrders(url) && url.searchParams.get('start') !== '0';
        if (isLater) response.destroy();
        return isLater;
      },
      change: (url, body) =>
        isOrders(url) && 'data' in body ? fullPage(body, Number(url.searchParams.get('limit'))) : body,
    });
    const argv = ['orders', ...OCTOBER, '--out', 'o.csv', '--base-url', proxy, UNPROVEN];
    const outcome = await exportHere(argv, { workingFolder, apiKey: key, clock: hurriedClock });
    expect(basename(outcome.path)).toBe('o_INCOMPLETE.csv');
    expect(readdirSync(workingFolder)).toEqual(['o_INCOMPLETE.csv']);
    expect(warningLines(outcome).join('\n')).toMatch(/INCOMPLETE[\s\S]*could not be reached/);
    await service.stop();
  });

  it.each([
    ['SIGINT', 130, ['payments', ...OCTOBER]],
    ['SIGTERM', 143, ['payments', ...OCTOBER]],
    ['SIGTERM', 143, ['--package', '2020-01']],
  ] as const)('leaves nothing when %s ends it, with status %i: %j', async (signal, status, asked) => {
    const { service, key, baseUrl } = await serviceWithKey();
    const workingFolder = temporaryFolder();
    // In which a package is put together.
    const workspace = temporaryFolder();
    const written = () => [...readdirSync(workingFolder), ...readdirSync(workspace)];
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    const silent = await proxyOf(baseUrl, {
      takes({ pathname }) {
        const isReport = pathname.includes('report');
        if (isReport) reads();
        return isReport;
      },
    });
    const command = startExport([...asked, '--base-url', silent, UNPROVEN], { workingFolder, workspace, apiKey: key });
    await isReading;
    expect(written().length).toBe(1);
    command.kill(signal);
    const sentence = 'The export was stopped; nothing of it is left.\n';
    expect(await command.ended).toEqual({ status, out: '', err: sentence });
    expect(written()).toEqual([]);
    await service.stop();
  });
});
