import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { operatorOf } from '../../electron/exports/export-history.ts';
import { createExportsRepository } from '../../electron/store/accounts/exports-repository.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { DATASETS, type DatasetName, type ExportFormat, type ExportManifest } from '../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { exportHere, folderWithShop, makeLedgersFile, runExport, startExport } from '../support/export-command.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { readPdf } from '../support/read-pdf.ts';
import { readXlsx } from '../support/read-xlsx.ts';
import { ACCOUNT } from '../support/shop-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];
const FILTERS: Readonly<Record<DatasetName, readonly string[]>> = {
  'price-list': [],
  'price-tiers': [],
  catalog: [],
  customers: [],
  'discount-orders': [...OCTOBER, '--include-negative'],
  orders: OCTOBER,
  'open-invoices': OCTOBER,
  debtors: [],
  'financial-report': OCTOBER,
  'report-comparison': [...OCTOBER, '--compare', 'last-year', '--side', 'wt'],
  'turnover-by-group': OCTOBER,
  payments: OCTOBER,
  'order-items': OCTOBER,
  'order-payments': OCTOBER,
  'product-sales': OCTOBER,
  'day-closing': ['--date', '2026-10-05'],
  journal: OCTOBER,
  'journal-snelstart': OCTOBER,
};

const rowsOfCsv = (bytes: Buffer) => parse(bytes, { bom: true, delimiter: ';' }).length - 1;

/** Expects the rows of the manifest in the file, as other programs read it. */
const EXPECT_ROWS: Readonly<Record<ExportFormat, (bytes: Buffer, manifest: ExportManifest) => Promise<void>>> = {
  async csv(bytes, { rows }) {
    expect(rowsOfCsv(bytes)).toBe(rows);
  },
  async jsonl(bytes, { rows, columns }) {
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines.length).toBe(rows);
    for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(columns);
  },
  async xlsx(bytes, { rows, sums, note, request }) {
    const { sheets } = await readXlsx(bytes);
    const { isForImport, sectionColumn } = DECLARATIONS[request.dataset];
    const about = sheets.at(sectionColumn === null ? -1 : 0)?.name;
    expect(about === 'Over dit bestand').toBe(!isForImport);
    if (sectionColumn !== null) {
      // Its parts are laid out as on paper, and not a row for each figure.
      expect(sheets.length).toBeGreaterThan(5);
      return;
    }
    const below = (sheets[0]?.rows.length ?? 0) - 1;
    expect(below).toBe(rows);
    const hasTotals = Object.keys(sums).length > 0 && !isForImport;
    const totals = sheets.find(({ name }) => name === 'Totaal')?.rows ?? [];
    expect(totals.length).toBeGreaterThanOrEqual(hasTotals ? Object.keys(sums).length : 0);
    expect(totals.some(([, text]) => text === note)).toBe(hasTotals && note !== undefined);
  },
  async pdf(bytes, { request }) {
    const { pages } = await readPdf(bytes);
    const texts = pages[0]?.texts.map(({ text }) => text).join(' ');
    expect(texts).toContain(DECLARATIONS[request.dataset].title.nl);
  },
};

/** What the history of the account has of it. */
async function historyOf(file: string) {
  const store = await openStore({ file });
  const caller = operatorOf({ id: ACCOUNT.alpha, name: 'alpha' });
  const history = createExportsRepository(store.db, createFixedClock(NOW), () => undefined);
  const entries = await history.list(caller, { before: null, limit: 10 });
  await store.close();
  return entries;
}

describe('npm run export', { timeout: 60_000 }, () => {
  it('saves a file in the folder where npm was called, while Tilldesk runs, and prints only its path', async () => {
    const { folder, file } = await folderWithShop();
    const service = await startFixtureService({ file });
    const workingFolder = temporaryFolder();
    const argv = ['orders', ...OCTOBER, '--account', 'alpha', '--data-dir', folder, '--manifest'];
    const { status, out, err } = await startExport(argv, { workingFolder }).ended;
    const path = join(workingFolder, 'orders_2026-10-01_2026-10-31_alle-winkels.csv');
    expect({ status, out, err }).toEqual({ status: 0, out: `${path}\n`, err: '' });
    expect(readdirSync(workingFolder)).toEqual([basename(path), `${basename(path)}.manifest.json`]);
    const manifest: ExportManifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
    const written = readFileSync(path);
    expect(manifest).toMatchObject({ account: 'alpha', user: null, rows: rowsOfCsv(written) });
    expect(written.toString()).not.toContain('@');

    const [recorded] = await historyOf(file);
    expect(recorded).toMatchObject({ path, manifest });
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([recorded?.snapshot]);
    await service.stop();
  });

  it('replaces a file at --out, relative to the folder where npm was called, and includes personal data on request', async () => {
    const { folder } = await folderWithShop();
    mkdirSync(join(folder, 'to'));
    writeFileSync(join(folder, 'to', 'c.csv'), 'old');
    const argv = ['customers', '--personal', '--profile', 'data', '--account', 'alpha', '--data-dir', folder];
    const { status, out } = await runExport([...argv, '--out', 'to/c.csv'], { workingFolder: folder });
    expect([status, out]).toEqual([0, `${join(folder, 'to', 'c.csv')}\n`]);
    const [header = [], ...rows] = parse(readFileSync(join(folder, 'to', 'c.csv')));
    expect(header).toContain('email');
    expect(rows.length).toBeGreaterThan(0);
  });

  it('reports by its status that its output was not read though the file exists', async () => {
    const { folder } = await folderWithShop();
    const argv = ['orders', ...OCTOBER, '--account', 'alpha', '--data-dir', folder, '--out', 'o.csv'];
    const { status, err } = await startExport(argv, { workingFolder: folder, hasReader: false }).ended;
    const path = join(folder, 'o.csv');
    expect({ status, err }).toEqual({
      status: 5,
      err: `The file is there, but nobody takes its path from standard output: ${path}\n`,
    });
    expect(rowsOfCsv(readFileSync(path))).toBeGreaterThan(0);
  });

  it.each([
    ['an unknown option', ['orders', '--colour'], 2, /^Unknown option '--colour'; --help shows the options\.\n$/],
    ['an unknown shop', ['orders', ...OCTOBER, '--shop-id', '4711'], 2, /^This cannot be exported: .*4711.*\.\n$/],
    ['several accounts', ['orders', ...OCTOBER, '--account', ''], 2, /^--account needs a value\.\n$/],
    ['an unknown account', ['orders', ...OCTOBER, '--account', 'x'], 2, /there are: alpha, beta\.\n$/],
    ['a folder that is not there', ['orders', ...OCTOBER, '--out', 'no/o.csv'], 2, /^There is no folder .*no to save/],
    [
      'a folder for a file',
      ['orders', ...OCTOBER, '--out', '.'],
      2,
      /^The file was not saved: it is a folder\. Name another file than .* with --out\.\n$/,
    ],
    ['a name that Windows keeps', ['orders', ...OCTOBER, '--out', 'con.csv'], 2, /Windows does not take/],
    ['a journal of days to come', ['journal', '--from', '2099-01-01'], 2, /yet to begin\.\n$/],
    ['a journal without accounts', ['journal', ...OCTOBER], 4, /^Zonder grootboekrekening: .*payment:/],
    [
      'a file for the data folder',
      ['orders', ...OCTOBER, '--data-dir', 'no'],
      1,
      /^There is no shop in .*--data-dir\.\n$/,
    ],
  ])('writes nothing and fails with one sentence for %s', async (_, argv, status, sentence) => {
    const { folder } = await folderWithShop();
    const workingFolder = temporaryFolder();
    const account = argv.includes('--account') ? [] : ['--account', 'alpha'];
    const data = argv.includes('--data-dir') ? [] : ['--data-dir', folder];
    const ended = await runExport([...argv, ...account, ...data], { workingFolder });
    expect(ended).toMatchObject({ status, out: '' });
    expect(ended.err).toMatch(sentence);
    expect(ended.err.trimEnd()).not.toContain('\n');
    expect(readdirSync(workingFolder)).toEqual([]);
    expect(existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')) : []).toEqual([]);
  });
});

const FORMATS = ['csv', 'jsonl', 'xlsx', 'pdf'] as const;

describe('every dataset', { timeout: 60_000 }, () => {
  // `every-face` has each dataset in each format.
  const inTurn = DATASETS.map((dataset, at) => ({ dataset, format: FORMATS[at % FORMATS.length] ?? 'csv' }));

  it.each(inTurn)('$dataset is written as $format, with the rows that the manifest counts', async (asked) => {
    const { dataset, format } = asked;
    const { folder } = await folderWithShop();
    const ledgers = await makeLedgersFile(folder);
    const source = ['--account', 'alpha', '--data-dir', folder, '--ledgers', ledgers];
    const argv = [dataset, ...FILTERS[dataset], '--format', format, '--manifest', ...source];
    const { path, faults } = await exportHere(argv, { workingFolder: folder });
    const manifest: ExportManifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
    const written = readFileSync(path);
    expect([faults, written.length]).toEqual([[], manifest.bytes]);
    expect(manifest.rows).toBeGreaterThan(0);
    await EXPECT_ROWS[format](written, manifest);
  });

  it('is written in a thread, so that a signal ends the command at once', async () => {
    const { folder } = await folderWithShop();
    const source = ['--account', 'alpha', '--data-dir', folder];
    const before = performance.eventLoopUtilization();
    await exportHere(['order-items', ...OCTOBER, '--format', 'pdf', ...source], { workingFolder: folder });
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });
});
