import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { PackageManifest } from '../../electron/exports/package-contents.ts';
import { readFinancialReport, type WholeReport } from '../../shared/contract/financial-report.ts';
import { toUnits } from '../support/exact-euros.ts';
import { exportInProcess, openShopFolderPerFile } from '../support/export-command.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { readZip } from '../support/read-zip.ts';
import { LOCATION } from '../support/shop-fixture.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerFile } from '../support/test-scope.ts';
import { assertWholeReport } from '../support/whole-report.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const { folder, file } = await openShopFolderPerFile();
const service = await openPerFile(() => startFixtureService({ file }));
const source = ['--account', 'alpha', '--data-dir', folder];

/** The package as other programs open it, and the report of the API. */
async function packageOfOctober(...options: readonly string[]) {
  const workingFolder = createTemporaryFolder();
  const ledgers = await makeLedgersFile();
  const argv = ['--package', '2026-10', '--profile', 'data', ...source, '--ledgers', ledgers, ...options];
  const { path, faults } = await exportInProcess(argv, { workingFolder });
  const location = options.includes('--location-id') ? { location_id: LOCATION.utrecht } : {};
  const query = { ...OCTOBER, ...location };
  const report = assertWholeReport(await service.read(readFinancialReport, { token: service.tokens.owner, query }));
  const files = await readZip(readFileSync(path));
  const manifest: PackageManifest = JSON.parse(String(files.get('manifest.json')));
  return { path, faults, left: readdirSync(workingFolder), files, manifest, report };
}

/**
 * Writes a file with an account for every code that the journal of October needs. The codes come from the error
 * message.
 */
async function makeLedgersFile(): Promise<string> {
  const path = join(folder, 'ledgers.json');
  writeFileSync(path, '{}');
  const argv = ['journal-snelstart', '--from', OCTOBER.from, '--to', OCTOBER.to, ...source, '--ledgers', path];
  const refusal = await exportInProcess(argv, { workingFolder: folder }).catch(String);
  const codes = [...String(refusal).matchAll(/([a-z_]+(?::\S+)?) \(/g)].map(([, code]) => code);
  writeFileSync(path, JSON.stringify(Object.fromEntries(codes.map((code, at) => [code, String(1000 + at)]))));
  return path;
}

function recordsOf(csv: Buffer | undefined): Record<string, string>[] {
  return parse(csv ?? Buffer.alloc(0), { columns: true });
}

function sumOf(records: readonly Record<string, string>[], column: string): bigint {
  return records.reduce((sum, record) => sum + toUnits(Number(record[column] || 0)), 0n);
}

function paidIn({ direct_paid }: WholeReport): bigint {
  return direct_paid.payment_methods.reduce((sum, { amount }) => sum + toUnits(amount), 0n);
}

describe('npm run export -- --package', { timeout: 60_000 }, () => {
  it('is consistent: payments equal the report, the journal balances, and the checks are those of the report', async () => {
    const { path, faults, left, files, manifest, report } = await packageOfOctober();
    expect([faults, left]).toEqual([[], ['maandpakket_2026-10_csv.zip']]);
    expect(basename(path)).toBe(left[0]);
    for (const { fileName, bytes } of manifest.members) expect(files.get(fileName)?.length).toBe(bytes);
    expect(sumOf(recordsOf(files.get('betalingen_2026-10.csv')), 'amount')).toBe(paidIn(report));
    for (const [name, debit, credit] of [
      ['journaal_2026-10.csv', 'debit', 'credit'],
      ['journaal-snelstart_2026-10.csv', 'fldDebet', 'fldCredit'],
    ] as const) {
      const lines = recordsOf(files.get(name));
      expect(lines.length).toBeGreaterThan(0);
      expect(sumOf(lines, debit)).toBe(sumOf(lines, credit));
    }
    const invoices = recordsOf(files.get('openstaande-facturen_2026-10.csv'));
    const { not_paid_now: unpaid, revenue } = report;
    const sold = toUnits(unpaid.total_wt) + toUnits(unpaid.settled_since.total_wt);
    expect(sumOf(invoices, 'value_wt')).toBe(sold - toUnits(revenue.non_revenue.payments_on_invoice));
    expect(manifest.checks).toEqual(report.checks);
    expect(manifest.checks.every(({ holds }) => holds)).toBe(true);
  });
});
