import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { createOperator } from '../../../electron/exports/export-history.ts';
import type { DoneExport, ExportJob } from '../../../electron/exports/exporter.ts';
import { createMonthPackages, type PackageJob } from '../../../electron/exports/month-package.ts';
import type { Shortfall } from '../../../shared/contract/exports.ts';
import { financialReportExample } from '../../../shared/contract/financial-report-example.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { readZip } from '../../support/read-zip.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const MEMBERS = [
  'journaal_2026-10.csv',
  'journaal-snelstart_2026-10.csv',
  'financieel-rapport_2026-10.pdf',
  'financieel-rapport_2026-10.csv',
  'betalingen_2026-10.csv',
  'kortingsorders_2026-10.csv',
  'openstaande-facturen_2026-10.csv',
];

/** The turnover changes to each of these in turn; the last one stays. */
function packageOver(turnovers: readonly number[], write: (job: ExportJob) => Shortfall | null = () => null) {
  const folder = createTemporaryFolder();
  const temporary = createTemporaryFolder();
  const written: string[] = [];
  let readings = 0;
  const platform = createStandInPlatform({
    readReport: async () => {
      const turnover = turnovers[Math.min(readings, turnovers.length - 1)] ?? 0;
      readings += 1;
      const revenue = { ...financialReportExample.revenue, total_turnover: turnover };
      return { ...financialReportExample, revenue, generated_at: `2026-11-21T12:00:0${readings}+01:00` } as never;
    },
  });
  const exporter = {
    async write(job: ExportJob): Promise<DoneExport> {
      const shortfall = write(job);
      writeFileSync(job.targetPath, `rows of ${job.request.dataset}`);
      written.push(basename(job.targetPath));
      const manifest = { request: job.request, fileName: basename(job.targetPath), rows: 3, shortfall };
      return { path: job.targetPath, manifest: manifest as DoneExport['manifest'] };
    },
    recordPackage: async () => null,
  };
  const stop = new AbortController();
  const job: PackageJob = {
    request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
    caller: createOperator({ id: 1, name: 'demo' }),
    place: null,
    targetPath: join(folder, 'month.zip'),
    onProgress: () => {},
    signal: stop.signal,
  };
  const context = {
    platform,
    ledgers: async () => ({}),
    companyName: async () => '',
    clock: createFixedClock('2026-11-21T12:00:00Z'),
    exporter,
    temporaryFolder: temporary,
  };
  const months = createMonthPackages(context);
  const run = (changes: Partial<PackageJob> = {}) => months.write({ ...job, ...changes });
  return { run, folder, temporary, written, stop, context, job };
}

describe.skipIf(process.platform === 'win32')('a month package in a folder that others may write to', () => {
  it('leaves nothing there that others could replace', async () => {
    const { run, folder } = packageOver([100], () => {
      expect(readdirSync(folder)).toEqual([]);
      return null;
    });
    await run();
    expect(readdirSync(folder)).toEqual(['month.zip']);
  });

  it('is not made if a link replaces one of its files', async () => {
    const secret = join(createTemporaryFolder(), 'secret.csv');
    writeFileSync(secret, 'secret', { mode: 0o600 });
    const { run, folder } = packageOver([100], ({ request, targetPath }) => {
      if (request.dataset !== 'payments') return null;
      const journal = join(dirname(targetPath), 'journaal_2026-10.csv');
      rmSync(journal);
      symlinkSync(secret, journal);
      return null;
    });
    await expect(run()).rejects.toThrow('ELOOP');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a month package', () => {
  it('puts the files and a manifest into one zip, and leaves nothing else behind', async () => {
    const { run, folder, temporary, written } = packageOver([100]);
    const { path, manifest } = await run();
    expect(readdirSync(folder)).toEqual(['month.zip']);
    expect(readdirSync(temporary)).toEqual([]);
    expect(path).toBe(join(folder, 'month.zip'));
    const files = await readZip(readFileSync(path));
    expect([...files.keys()]).toEqual(['inhoud.txt', ...MEMBERS, 'manifest.json']);
    expect(written).toEqual(MEMBERS);
    expect(files.get('betalingen_2026-10.csv')?.toString()).toBe('rows of payments');
    expect(JSON.parse(String(files.get('manifest.json')))).toEqual(JSON.parse(JSON.stringify(manifest)));
    expect(manifest).toMatchObject({
      company: expect.any(String),
      account: 'demo',
      user: null,
      period: { from: '2026-10-01', to: '2026-10-31' },
      isOver: true,
      heldStill: true,
      isComplete: true,
      checks: financialReportExample.checks,
    });
  });

  it('says that an unfinished month is not over', async () => {
    const { run } = packageOver([100]);
    const request = { month: '2026-11', locationId: null, format: 'csv', profile: 'excel', language: 'nl' } as const;
    expect((await run({ request })).manifest).toMatchObject({ isOver: false, isComplete: true });
  });

  it('reads everything again if the figures changed meanwhile', async () => {
    const { run, written, folder } = packageOver([100, 101]);
    expect((await run()).manifest).toMatchObject({ heldStill: true, isComplete: true });
    expect(written).toEqual([...MEMBERS, ...MEMBERS]);
    expect(readdirSync(folder)).toEqual(['month.zip']);
  });

  it('is named INCOMPLETE if they changed again, and does not touch an older package', async () => {
    const { run, folder } = packageOver([100, 101, 102, 103]);
    writeFileSync(join(folder, 'month.zip'), 'old');
    const { path, manifest } = await run();
    expect(basename(path)).toBe('month_INCOMPLETE.zip');
    expect(manifest).toMatchObject({ heldStill: false, isComplete: false });
    expect(readFileSync(join(folder, 'month.zip'), 'utf8')).toBe('old');
  });

  it('is named INCOMPLETE if a file lacks rows', async () => {
    const shortfall: Shortfall = { kind: 'failed', message: 'It went away.' };
    const { run } = packageOver([100], ({ request }) => (request.dataset === 'payments' ? shortfall : null));
    const { path, manifest } = await run();
    expect(basename(path)).toBe('month_INCOMPLETE.zip');
    expect(manifest).toMatchObject({ heldStill: true, isComplete: false });
  });

  it('is refused before anything else is read if the journal cannot be booked', async () => {
    const { run, folder, written } = packageOver([100], ({ request }) => {
      if (request.dataset !== 'journal') return null;
      throw new ExportError('not_bookable', 'No account for tips.');
    });
    await expect(run()).rejects.toMatchObject({ code: 'not_bookable' });
    expect([readdirSync(folder), written]).toEqual([[], []]);
  });

  it('leaves nothing behind if it is cancelled while it packs', async () => {
    const { run, folder, temporary, stop } = packageOver([100], ({ request }) => {
      if (request.dataset === 'discount-orders') stop.abort();
      return null;
    });
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
    expect([readdirSync(folder), readdirSync(temporary)]).toEqual([[], []]);
  });

  it('limits every file to the location of a package, and is named after it', async () => {
    const requests: ExportJob['request'][] = [];
    const { run, written } = packageOver([100], (job) => {
      requests.push(job.request);
      return null;
    });
    const request = { month: '2026-10', locationId: 3, format: 'xlsx', language: 'nl' } as const;
    const { manifest } = await run({ request, place: { title: 'Utrecht' } });
    expect(manifest.place).toBe('Utrecht');
    expect(written).toEqual([
      'journaal_2026-10_utrecht.xlsx',
      'journaal-snelstart_2026-10_utrecht.csv',
      'financieel-rapport_2026-10_utrecht.pdf',
      'financieel-rapport_2026-10_utrecht.xlsx',
      'betalingen_2026-10_utrecht.xlsx',
      'kortingsorders_2026-10_utrecht.xlsx',
      'openstaande-facturen_2026-10_utrecht.xlsx',
    ]);
    expect(requests.map(({ filters }) => filters.location_id)).toEqual(Array(7).fill('3'));
  });
});

describe('the open invoices in a month package', () => {
  const invoicesOf = async (month: string) => {
    const requests: ExportJob['request'][] = [];
    const { run, job } = packageOver([100], ({ request }) => {
      requests.push(request);
      return null;
    });
    await run({ request: { ...job.request, month } });
    return requests.find(({ dataset }) => dataset === 'open-invoices');
  };

  it('are those at the end of the month, with the day of a later payment, and without names', async () => {
    const asked = await invoicesOf('2026-10');
    expect(asked?.filters).toEqual({ from: MIN_DATE, to: '2026-10-31', as_of: '2026-10-31' });
    expect(asked?.columns).toEqual(expect.arrayContaining(['order_number', 'paid_since', 'customer_id']));
    expect(asked?.columns).not.toContain('customer_name');
  });

  it('of an unfinished month are those of today', async () => {
    expect((await invoicesOf('2026-11'))?.filters).toMatchObject({ to: '2026-11-21', as_of: '2026-11-21' });
  });
});

describe('a month package for the window', () => {
  it.each(['readReport', 'listReference'] as const)('does not wait for %s once it is cancelled', async (name) => {
    const { context, job, stop, folder } = packageOver([100]);
    const begun = Promise.withResolvers<void>();
    const hanging = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const platform = createStandInPlatform({ [name]: hanging });
    const months = createMonthPackages({ ...context, platform });
    const asked = { ...job.request, locationId: 1 };
    const work = name === 'readReport' ? months.write(job) : months.plan(asked, job.caller, stop.signal);
    await Promise.race([begun.promise, work]);
    stop.abort();

    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is recorded with its details for its user', async () => {
    const { context, job } = packageOver([100]);
    const recordPackage = vi.fn(async () => 7);
    const {
      id,
      path,
      record: recorded,
    } = await createMonthPackages({
      ...context,
      exporter: { ...context.exporter, recordPackage },
    }).write(job);
    const zip = readFileSync(path);
    expect(id).toBe(7);
    expect(recordPackage).toHaveBeenCalledExactlyOnceWith(job.caller, path, recorded);
    expect(recorded).toMatchObject({
      fileName: 'month.zip',
      bytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      failedChecks: 0,
    });
    expect(recorded.members.map(({ fileName }) => fileName)).toEqual(MEMBERS);
  });

  it('is compared by the figures of its report, but not with a package of other rights', async () => {
    const { context, job } = packageOver([100, 100, 100, 200]);
    const months = createMonthPackages(context);
    const { record } = await months.write(job);
    const compare = (caller = job.caller) => months.compare(record, caller, job.signal);

    expect(await compare()).toMatchObject({ isUnchanged: true, changed: [] });
    expect(await compare()).toMatchObject({ isUnchanged: false });
    const locked = { ...job.caller, lockedLocation: { id: 3, title: 'Utrecht' } };
    await expect(compare(locked)).rejects.toMatchObject({ code: 'not_comparable' });
    const { figuresSha256: _, ...older } = record;
    await expect(months.compare(older, job.caller, job.signal)).rejects.toMatchObject({ code: 'not_comparable' });
  });
});
