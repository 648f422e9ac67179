import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { DatasetName } from '../../../../shared/contract/exports.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { assertKnown } from '../../../support/known-figure.ts';
import { createPlainExporter } from '../../../support/plain-exporter.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { saveWith } from '../export-platform.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31' };
const E_MAIL = /[^\s"]@[\w-]+\.\w/;
const PLAIN = { format: 'jsonl', profile: 'data' } as const;

const FILTERS: Readonly<Partial<Record<DatasetName, Record<string, string>>>> = {
  'price-list': {},
  'price-tiers': {},
  catalog: {},
  'discount-orders': { ...MONTH, include_negative: '1' },
  orders: MONTH,
  'open-invoices': { ...MONTH, from: '2026-01-01' },
  debtors: {},
  'financial-report': MONTH,
  'report-comparison': MONTH,
  'turnover-by-group': MONTH,
  payments: MONTH,
  'order-items': MONTH,
  'order-payments': MONTH,
  'product-sales': MONTH,
  'day-closing': { date: '2026-10-05' },
  customers: {},
};
const NAMES = Object.keys(FILTERS) as DatasetName[];

const { platform, clock } = await openPerFile(openFixturePlatform);
const names = await namesOf(platform, CALLER.owner);

describe('personal data in an export', () => {
  const save = async (dataset: DatasetName, columns?: string[]) => {
    const exporter = createPlainExporter({ platform, clock });
    const options = { dataset, filters: FILTERS[dataset] ?? {}, ...PLAIN, ...(columns && { columns }) };
    const { text } = await saveWith(exporter, options, CALLER.owner);
    return text.trimEnd().split('\n');
  };
  /** Values that are the name, address or telephone number of a customer. */
  const personalIn = (lines: readonly string[]) =>
    lines.flatMap((line) => Object.values<unknown>(JSON.parse(line)).filter((cell) => names.has(String(cell))));

  it.each(NAMES)('is left out by default: %s', async (dataset) => {
    const lines = await save(dataset);

    expect(lines[0]).not.toBe('');
    expect(personalIn(lines)).toEqual([]);
    expect(lines.filter((line) => E_MAIL.test(line))).toEqual([]);
  });

  it.each([
    ['orders', ['customer_name', 'customer_email']],
    ['discount-orders', ['customer_name', 'customer_email']],
    ['customers', ['name', 'email', 'phone']],
    ['debtors', ['customer_name']],
  ] as const)('is included on request: %s', async (dataset, columns) => {
    const lines = await save(dataset, [...columns]);

    expect(personalIn(lines).length).toBeGreaterThan(lines.length / 10);
  });
});

async function namesOf(platform: Platform, caller: Caller): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0, total = 1; start < total; start += 250) {
    const page = await platform.listCustomers(caller, { start, limit: 250 });
    total = page.total;
    for (const { name, email, phone } of page.rows)
      for (const text of [name, email, phone]) found.add(assertKnown(text));
  }
  found.delete('');
  return found;
}
