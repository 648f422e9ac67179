import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../electron/base/clock.ts';
import { formatWarnings } from '../../electron/cli/export.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { writeDiscoveryFile } from '../support/discovery-file.ts';
import { exportInProcess, openShopFolderPerFile, runExport } from '../support/export-command.ts';
import { NOW } from '../support/fixed-clock.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { readXlsx } from '../support/read-xlsx.ts';
import { ACCOUNT, USER } from '../support/shop-fixture.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerFile } from '../support/test-scope.ts';

const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];
const UNPROVEN = '--accept-unproven-service';
const WRONG_KEY = 'tdk_000000000000000000000000000000000000';

const { folder, file } = await openShopFolderPerFile();
const service = await openPerFile(() => startFixtureService({ file }));
const baseUrl = `http://127.0.0.1:${service.port}`;
const key = await keyOfOwner(true);

async function keyOfOwner(personalData: boolean): Promise<string> {
  const keys = createApiKeysRepository(service.store.db);
  const apiKeys = createApiKeys({ keys, platform: { identify: async () => null }, clock: service.clock });
  const owner = { accountId: ACCOUNT.alpha, userId: USER.owner };
  return (await apiKeys.create(owner, { name: 'Boekhouding', expiresAt: null, personalData })).key;
}

interface ProxyOptions {
  /** Returns true for a call that it handles itself. */
  readonly takes?: (url: URL, response: ServerResponse) => boolean;
  readonly change?: (url: URL, body: Page) => unknown;
  readonly headersOf?: (url: URL) => Readonly<Record<string, string>>;
}

/** A server that forwards every call to the service until the test ends. Returns its address. */
async function proxyOf(
  baseUrl: string,
  { takes, change = (_url, body) => body, headersOf = () => ({}) }: ProxyOptions,
): Promise<string> {
  const server = createServer(async ({ url: path = '/', headers: { authorization = '' } }, response) => {
    const url = new URL(path, baseUrl);
    if (takes?.(url, response)) return;
    const answer = await fetch(url, { headers: { authorization } });
    const body = JSON.stringify(change(url, JSON.parse(await answer.text())));
    response.writeHead(answer.status, { 'content-type': 'application/json', ...headersOf(url) }).end(body);
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

/** Doubles the list: a full page in the same order, filled up with copies that have other ids. */
function fullPage(body: Page, limit: number): Page {
  const copyOf = (at: number) => ({ ...body.data[Math.floor((at * body.data.length) / limit)], id: at + 1 });
  const data = Array.from({ length: limit }, (_, at) => copyOf(at));
  return { ...body, data, ...{ count: limit, total: 2 * limit } };
}

/** Skips pauses. Timers of over a minute are deadlines and never fire. */
const hurriedClock: Clock = {
  now: () => Date.parse(NOW),
  after(delayMs, task) {
    const soon = delayMs < 60_000 ? setImmediate(task) : undefined;
    return () => clearImmediate(soon);
  },
};

describe('npm run export -- --base-url', { timeout: 60_000 }, () => {
  it('writes the same with an API key as the owner gets from the store', async () => {
    for (const dataset of ['order-items', 'product-sales']) {
      const from = (source: readonly string[], out: string) =>
        exportInProcess([dataset, ...OCTOBER, '--out', out, ...source], { workingFolder: folder, apiKey: key });
      const theirs = await from(['--base-url', baseUrl, UNPROVEN], 'theirs.csv');
      const ours = await from(['--data-dir', folder, '--account', 'alpha'], 'ours.csv');
      expect(readFileSync(theirs.path, 'utf8')).toBe(readFileSync(ours.path, 'utf8'));
      expect(theirs.faults).toEqual([]);
    }
  });

  it.each([
    ['of a demo shop if the service says so', { is_demo: true }, 'Demowinkel · Prijslijst'],
    ['not of a demo shop if an older service says nothing', { is_demo: undefined }, 'Prijslijst'],
  ])('writes on the tab that a list is %s', async (_, said, name) => {
    const demo = await proxyOf(baseUrl, {
      change: ({ pathname }, body) => (pathname === '/api/me' ? { ...body, ...said } : body),
    });
    const argv = ['price-list', '--format', 'xlsx', '--out', 'p.xlsx', '--base-url', demo, UNPROVEN];
    const { path } = await exportInProcess(argv, { workingFolder: createTemporaryFolder(), apiKey: key });
    const { sheets } = await readXlsx(readFileSync(path));
    expect(sheets[0]?.name).toBe(name);
  });

  it('writes no columns about people, not even blank ones, with a key that reads no personal data', async () => {
    const apiKey = await keyOfOwner(false);
    const workingFolder = createTemporaryFolder();
    const orders = ['orders', ...OCTOBER, '--base-url', baseUrl, UNPROVEN];
    const named = await runExport([...orders, '--personal', '--out', 'a.csv'], { workingFolder, apiKey });
    expect([named.status, named.out]).toEqual([2, '']);
    expect(named.err).toBe(
      'This cannot be exported: the API key reads no personal data: leave out customer_name, or use a key that does.\n',
    );
    const nameless = await runExport([...orders, '--out', 'b.csv'], { workingFolder, apiKey });
    expect(nameless.status).toBe(0);
    expect(readdirSync(workingFolder)).toEqual(['b.csv']);
  });

  it('sends the key over plain HTTP only to the program of the data folder', async () => {
    const heard: string[] = [];
    const squatter = await proxyOf(baseUrl, {
      takes({ pathname }) {
        heard.push(pathname);
        return false;
      },
    });
    const workingFolder = createTemporaryFolder();
    const save = (address: string) =>
      runExport(['price-list', '--out', 's.csv', '--base-url', address, '--data-dir', folder], {
        workingFolder,
        apiKey: key,
      });
    const refusal = {
      status: 1,
      out: '',
      err: expect.stringMatching(/^The service did not prove .* --accept-unproven-service\.\n$/),
    };
    expect(await save(baseUrl)).toEqual(refusal);
    writeDiscoveryFile(folder, service.port);
    // It could forward the challenge to the right program.
    expect(await save(squatter)).toEqual(refusal);
    expect(heard).toEqual([]);
    expect(await save(baseUrl)).toMatchObject({ status: 0 });
    expect(await save(baseUrl.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 0 });
  });

  it('names the user in the manifest, and records nothing on this computer', async () => {
    const workingFolder = createTemporaryFolder();
    const argv = ['price-list', '--base-url', `${baseUrl}/`, UNPROVEN, '--out', 'p.jsonl', '--manifest'];
    const { status, out, err } = await runExport(argv, { workingFolder, apiKey: key });
    expect({ status, out, err }).toEqual({ status: 0, out: `${join(workingFolder, 'p.jsonl')}\n`, err: '' });
    expect(readdirSync(workingFolder)).toEqual(['p.jsonl', 'p.jsonl.manifest.json']);
    const manifest = readFileSync(join(workingFolder, 'p.jsonl.manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ account: 'alpha', user: 'owner@alpha.example' });
    expect(manifest).not.toContain(key);
  });

  it('fails with one sentence without a key, with a wrong one and without a service, and prints no key', async () => {
    const workingFolder = createTemporaryFolder();
    const argv = ['payments', ...OCTOBER, UNPROVEN, '--base-url'];
    const keyless = await runExport([...argv, baseUrl], { workingFolder });
    expect(keyless).toMatchObject({ status: 2, out: '' });
    expect(keyless.err).toMatch(/set TILLDESK_API_KEY\.\n$/);

    const wrong = await runExport([...argv, baseUrl], { workingFolder, apiKey: WRONG_KEY });
    expect(wrong).toMatchObject({ status: 1, out: '' });
    expect(wrong.err).toMatch(/^The service refused the key, .*\n$/);
    expect(wrong.err).not.toContain(WRONG_KEY);

    const gone = await runExport([...argv, 'http://127.0.0.1:1'], { workingFolder, apiKey: WRONG_KEY });
    expect(gone).toEqual({ status: 1, out: '', err: 'The service could not be reached.\n' });
    expect(readdirSync(workingFolder)).toEqual([]);
  });

  it('keeps the rows so far in a file named INCOMPLETE if the service stops midway', async () => {
    const workingFolder = createTemporaryFolder();
    const isList = ({ pathname }: URL) => pathname === '/api/customers';
    const proxy = await proxyOf(baseUrl, {
      takes(url, response) {
        const isLater = isList(url) && url.searchParams.get('start') !== '0';
        if (isLater) response.destroy();
        return isLater;
      },
      change: (url, body) => (isList(url) ? fullPage(body, Number(url.searchParams.get('limit'))) : body),
    });
    const argv = ['customers', '--out', 'c.csv', '--base-url', proxy, UNPROVEN];
    const outcome = await exportInProcess(argv, { workingFolder, apiKey: key, clock: hurriedClock });
    expect(basename(outcome.path)).toBe('c_INCOMPLETE.csv');
    expect(readdirSync(workingFolder)).toEqual(['c_INCOMPLETE.csv']);
    expect(formatWarnings(outcome).join('\n')).toMatch(/INCOMPLETE[\s\S]*could not be reached/);
  });

  it('marks a price list as a copy if the service answers from a copy', async () => {
    const workingFolder = createTemporaryFolder();
    const old = { age: '7200', 'cache-status': 'tilldesk; hit; detail="unreachable: till.example"' };
    const copying = await proxyOf(baseUrl, {
      headersOf: ({ pathname }) => (pathname === '/api/products' ? old : {}),
    });
    const argv = ['price-list', '--out', 'c.csv', '--base-url', copying, UNPROVEN];
    const { status, err } = await runExport(argv, { workingFolder, apiKey: key });
    expect({ status, err }).toEqual({ status: 0, err: expect.stringContaining('the file is a copy') });
    expect(readdirSync(workingFolder)).toEqual([expect.stringMatching(/^c_AS-OF_\d{4}-\d{2}-\d{2}_\d{4}\.csv$/)]);
  });

  it.each([
    ['SIGINT', 130, ['payments', ...OCTOBER]],
    ['SIGTERM', 143, ['--package', '2020-01']],
  ] as const)('leaves nothing behind if %s ends it, with status %i: %j', async (reason, status, asked) => {
    const workingFolder = createTemporaryFolder();
    // The package is assembled here.
    const workspace = createTemporaryFolder();
    vi.stubEnv('TMPDIR', workspace);
    onTestFinished(() => void vi.unstubAllEnvs());
    const written = () => [...readdirSync(workingFolder), ...readdirSync(workspace)];
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    const silent = await proxyOf(baseUrl, {
      takes({ pathname }) {
        const isReport = pathname.includes('report');
        if (isReport) reads();
        return isReport;
      },
    });
    const stop = new AbortController();
    const argv = [...asked, '--base-url', silent, UNPROVEN];
    const ended = runExport(argv, { workingFolder, apiKey: key, signal: stop.signal });
    await isReading;
    expect(written().length).toBe(1);
    stop.abort(reason);
    const sentence = 'The export was stopped; it left no file.\n';
    expect(await ended).toEqual({ status, out: '', err: sentence });
    expect(written()).toEqual([]);
  });
});
