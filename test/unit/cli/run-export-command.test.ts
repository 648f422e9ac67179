import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { runExportCommand, type SaveDeps } from '../../../electron/cli/export.ts';
import type { DatasetCommand, PackageCommand } from '../../../electron/cli/export-options.ts';
import { ConfigError } from '../../../electron/config/config.ts';
import type { Exporter, ExportJob } from '../../../electron/exports/exporter.ts';
import { createMonthPackages } from '../../../electron/exports/month-package.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { financialReportExample } from '../../../shared/contract/financial-report-example.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const COMMAND: DatasetCommand = {
  kind: 'dataset',
  request: {
    dataset: 'payments',
    filters: { from: '2026-10-01', to: '2026-10-31' },
    format: 'csv',
    profile: 'data',
    language: 'nl',
  },
  source: {
    kind: 'store',
    store: { dataDir: undefined, database: {} },
    account: null,
  },
  out: 'p.csv',
  ledgers: null,
  hasManifest: true,
  note: null,
};
const PACKAGE: PackageCommand = {
  ...{ kind: 'package', source: COMMAND.source, out: null, ledgers: null, note: null },
  request: { month: '2026-11', locationId: null, format: 'csv', profile: 'data', language: 'nl' },
};

/** A platform with empty reports on 21 November 2026. `meanwhile` runs while the first one is read. */
function running(meanwhile: () => void = () => {}, report: FinancialReport = financialReportExample) {
  const workingFolder = createTemporaryFolder();
  const read: string[] = [];
  const platform = createStandInPlatform({
    readReport: async (_caller, kind) => {
      read.push(kind);
      if (read.length === 1) meanwhile();
      const payments = { rows: [] };
      return (kind === 'payments' ? payments : report) as never;
    },
    readDiscountOrders: async () => ({ rows: [], next: null }),
  });
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const exporter = createPlainExporter({ platform, clock });
  const packagesBy = (writing: Pick<Exporter, 'write'>) =>
    createMonthPackages({
      ...{ platform, clock, ledgers: async () => ({}), companyName: async () => '' },
      ...{ exporter: { ...exporter, ...writing }, temporaryFolder: createTemporaryFolder() },
    });
  const deps: SaveDeps = {
    ...{ exporter, caller: STAND_IN_CALLER, workingFolder, show: () => {} },
    packages: packagesBy(exporter),
    signal: new AbortController().signal,
  };
  const run = (changes: Partial<DatasetCommand> = {}) => runExportCommand({ ...COMMAND, ...changes }, deps);
  return { run, deps, packagesBy, workingFolder, read };
}

const within = (folder: string, name: string) => join(folder, name);

describe('runExportCommand', () => {
  it.each([
    ['a folder', 'p.csv', (folder: string) => mkdirSync(within(folder, 'p.csv.manifest.json'))],
    ['too long a name', `${'p'.repeat(245)}.csv`, () => {}],
  ])('reads nothing if the manifest would be %s', async (_what, out, make) => {
    const { run, workingFolder, read } = running();
    make(workingFolder);

    await expect(run({ out })).rejects.toThrow(ConfigError);

    expect(read).toEqual([]);
    expect(existsSync(within(workingFolder, out))).toBe(false);
  });

  it('returns the path of the file if only its manifest fails', async () => {
    const folder = { path: '' };
    const { run, workingFolder } = running(() => mkdirSync(within(folder.path, 'p.csv.manifest.json')));
    folder.path = workingFolder;

    expect(await run()).toMatchObject({
      path: within(workingFolder, 'p.csv'),
      faults: [],
      manifestProblem: 'The file was not saved: it is a folder.',
    });
    expect(existsSync(within(workingFolder, 'p.csv'))).toBe(true);
  });
});

describe('runExportCommand with columns', () => {
  it.each([
    [['date', 'colour'], 'there is no column colour'],
    [['date', 'date'], 'a column is named more than once'],
  ])('refuses %j', async (columns, message) => {
    const { run, read } = running();

    const refused = run({ request: { ...COMMAND.request, columns } });

    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(read).toEqual([]);
  });
});

describe('runExportCommand with values that the platform does not know', () => {
  it('prints a note, because a CSV file cannot say so', async () => {
    const { run } = running(() => {}, { ...financialReportExample, unknown: ['tips'] });

    const { notes, faults } = await run({ request: { ...COMMAND.request, dataset: 'financial-report' } });

    expect(notes).toEqual(['Not known on this platform: tips. Totals do not include these amounts.']);
    expect(faults).toEqual([]);
  });
});

describe('runExportCommand for a journal', () => {
  it('suggests --ledgers if a service has no ledger accounts', async () => {
    const { run } = running();
    const source = {
      kind: 'service',
      baseUrl: 'http://127.0.0.1:1',
      dataDir: undefined,
      acceptsUnproven: true,
    } as const;

    const refused = run({ source, request: { ...COMMAND.request, dataset: 'journal' } });

    await expect(refused).rejects.toMatchObject({
      code: 'not_bookable',
      message: expect.stringContaining('--ledgers'),
    });
  });
});

describe('runExportCommand for a month package', () => {
  const LOCKED: Caller = { ...STAND_IN_CALLER, lockedLocation: { id: 11, title: 'Utrecht' } };

  /** Files of the package are created without rows. */
  function packing(unknown?: readonly string[]) {
    const { deps, packagesBy, workingFolder, read } = running();
    const packages = packagesBy({
      async write({ targetPath, request }: ExportJob) {
        writeFileSync(targetPath, '');
        const manifest = { request, fileName: basename(targetPath), shortfall: null, unknown } as never;
        return { path: targetPath, manifest };
      },
    });
    const run = (command: PackageCommand, caller: Caller) => runExportCommand(command, { ...deps, packages, caller });
    return { run, workingFolder, read };
  }

  it('names the days that it covers of an unfinished month, and the location of a locked user', async () => {
    const { run, workingFolder } = packing();

    const { path, notes } = await run(PACKAGE, LOCKED);

    expect(path).toBe(within(workingFolder, 'maandpakket_2026-11_tot-en-met-2026-11-21_utrecht_csv.zip'));
    expect(notes).toHaveLength(1);
  });
});
