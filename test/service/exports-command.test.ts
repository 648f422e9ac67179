import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { createOperator } from '../../electron/exports/export-history.ts';
import { createExportsRepository } from '../../electron/store/accounts/exports-repository.ts';
import type { ExportManifest } from '../../shared/contract/exports.ts';
import { openShopFolderPerFile, runExport, startExport } from '../support/export-command.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { startHttpsReceiver } from '../support/https-receiver.ts';
import { ACCOUNT } from '../support/shop-fixture.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerFile } from '../support/test-scope.ts';

const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];
const KEY = `tdk_${'5'.repeat(36)}`;

const { folder, file } = await openShopFolderPerFile();
/** Runs while the command reads its store. */
const service = await openPerFile(() => startFixtureService({ file }));
const alpha = ['--account', 'alpha', '--data-dir', folder];

describe('npm run export', { timeout: 60_000 }, () => {
  it('saves a file in the current folder, prints only its path, and records what it wrote', async () => {
    const workingFolder = createTemporaryFolder();
    const argv = ['orders', ...OCTOBER, ...alpha, '--manifest'];

    const { status, out, err } = await runExport(argv, { workingFolder });

    const path = join(workingFolder, 'orders_2026-10-01_2026-10-31_alle-winkels.csv');
    expect({ status, out, err }).toEqual({ status: 0, out: `${path}\n`, err: '' });
    expect(readdirSync(workingFolder)).toEqual([basename(path), `${basename(path)}.manifest.json`]);
    const manifest: ExportManifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
    const written = readFileSync(path);
    const rows = parse(written, { bom: true, delimiter: ';' }).length - 1;
    expect(manifest).toMatchObject({ account: 'alpha', user: null, rows, bytes: written.length });
    expect(written.toString()).not.toContain('@');
    const history = createExportsRepository(service.store.db, service.clock, () => undefined);
    const operator = createOperator({ id: ACCOUNT.alpha, name: 'alpha' });
    const [recorded] = await history.list(operator, { before: null, limit: 10 });
    expect(recorded).toMatchObject({ path, manifest });
  });

  it('replaces a file at --out, relative to that folder, and includes personal data on request', async () => {
    const workingFolder = createTemporaryFolder();
    mkdirSync(join(workingFolder, 'to'));
    const path = join(workingFolder, 'to', 'c.csv');
    writeFileSync(path, 'old');
    const argv = ['customers', '--personal', '--profile', 'data', ...alpha, '--out', 'to/c.csv'];

    const { status, out } = await runExport(argv, { workingFolder });

    expect([status, out]).toEqual([0, `${path}\n`]);
    const [header = [], ...rows] = parse(readFileSync(path));
    expect(header).toContain('email');
    expect(rows.length).toBeGreaterThan(0);
  });

  it('reports by its status that its output was not read even though the file exists', async () => {
    const workingFolder = createTemporaryFolder();
    const argv = ['price-list', ...alpha, '--out', 'o.csv'];

    const { status, err } = await runExport(argv, { workingFolder, hasReader: false });

    const path = join(workingFolder, 'o.csv');
    expect({ status, err }).toEqual({
      status: 5,
      err: `The file was saved, but its path could not be printed: ${path}\n`,
    });
    expect(readdirSync(workingFolder)).toEqual(['o.csv']);
  });

  it.each([
    ['an unknown option', ['orders', '--colour'], 2, /^Unknown option '--colour'; --help shows the options\.\n$/],
    ['an unknown shop', ['orders', ...OCTOBER, '--shop-id', '4711'], 2, /^This cannot be exported: .*4711.*\.\n$/],
    ['an unknown account', ['orders', ...OCTOBER, '--account', 'x'], 2, /Existing accounts: alpha, beta\.\n$/],
    ['a journal without accounts', ['journal', ...OCTOBER], 4, /^Zonder grootboekrekening: .*payment:/],
    [
      'a file for the data folder',
      ['orders', ...OCTOBER, '--data-dir', 'no'],
      1,
      /^There is no shop in .*--data-dir\.\n$/,
    ],
  ])('writes nothing and fails with one sentence for %s', async (_, argv, status, sentence) => {
    const workingFolder = createTemporaryFolder();
    const account = argv.includes('--account') ? [] : ['--account', 'alpha'];
    const data = argv.includes('--data-dir') ? [] : ['--data-dir', folder];

    const ended = await runExport([...argv, ...account, ...data], { workingFolder });

    expect(ended).toMatchObject({ status, out: '' });
    expect(ended.err).toMatch(sentence);
    expect(ended.err.trimEnd()).not.toContain('\n');
    expect(readdirSync(workingFolder)).toEqual([]);
  });
});

describe('npm run export, started as npm does', { timeout: 60_000 }, () => {
  it('saves in the folder where npm was called, trusts the given certificate authority, and ignores proxies', async () => {
    const me = {
      account: 'far',
      user: { id: 7, name: 'Sam', email: 'sam@far.example' },
      roles: ['owner'],
      locked_location: null,
      auth: { kind: 'api_key', expires_at: null },
    };
    const none = { start: 0, limit: 250, count: 0, total: 0, data: [] };
    const receiver = await startHttpsReceiver({
      answer({ path }) {
        const limit = Number(new URL(path, 'https://far.example').searchParams.get('limit'));
        const body = path === '/api/me' ? me : { ...none, limit };
        return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
      },
    });
    const workingFolder = createTemporaryFolder();
    const ca = join(createTemporaryFolder(), 'ca.pem');
    writeFileSync(ca, receiver.ca);
    // Nobody listens there, and Node by itself would use it.
    const proxies = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://127.0.0.1:1' };
    const argv = ['customers', '--out', 'c.csv', '--base-url', receiver.url];

    const { ended } = startExport(argv, {
      workingFolder,
      apiKey: KEY,
      environment: { NODE_EXTRA_CA_CERTS: ca, ...proxies },
    });

    const path = join(workingFolder, 'c.csv');
    expect(await ended).toEqual({ status: 0, out: `${path}\n`, err: '' });
    expect(readdirSync(workingFolder)).toEqual(['c.csv']);
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'accept-encoding': 'identity',
    });
    await receiver.close();
  });
});
