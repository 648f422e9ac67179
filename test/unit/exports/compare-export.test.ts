import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compareExport } from '../../../electron/exports/compare-export.ts';
import type { Page } from '../../../electron/platform/platform.ts';
import type { Customer } from '../../../shared/contract/customers.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const REQUEST: ExportRequest = {
  ...{ dataset: 'customers', filters: {}, columns: ['id'], format: 'jsonl', profile: 'data', language: 'en' },
};
const HEAD = { columns: ['id'], labels: [], lockedTo: null };

function page(total: number, ...ids: number[]): Page<Customer> {
  const customer = {
    ...{ name: 'Anouk', email: '', phone: '', city: '', country_iso2: 'NL' },
    ...{
      segment_ids: [],
      date_created: '2026-01-01T00:00:00+01:00',
      order_count: 1,
      open_invoices_wt: 0,
      turnover_wt: 0,
      date_last_purchased: null,
    },
  };
  return { total, rows: ids.map((id) => ({ id, ...customer })) };
}

/** Compares the customers that come page by page in these answers with a snapshot of those lines. */
function compared(lines: readonly unknown[], ...answers: Page<Customer>[]) {
  const snapshot = join(temporaryFolder(), 'a.jsonl.gz');
  writeFileSync(snapshot, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  const listCustomers = async () => {
    const answer = answers.shift();
    if (!answer) throw new Error('the test has no further page');
    return { ...answer, sums: null };
  };
  const context = {
    platform: createStandInPlatform({ listCustomers }),
    ledgers: async () => ({}),
    companyName: async () => '',
    clock: createFixedClock('2026-11-21T12:00:00+01:00'),
  };
  const asked = { request: REQUEST, caller: STAND_IN_CALLER, snapshot };
  return compareExport(context, asked, new AbortController().signal);
}

describe('compareExport', () => {
  const KEPT = [HEAD, ['1', 1, '2', 2], 4];

  it('reads once more from the start what did not hold together', async () => {
    const moved = [page(3, 1, 2), page(3, 1, 3)];

    expect(await compared(KEPT, ...moved, page(2, 1, 2))).toMatchObject({ isUnchanged: true });
    expect(await compared(KEPT, ...moved, page(2, 1, 5))).toMatchObject({ addedCount: 1, removedCount: 1 });
  });

  it.each([
    ['no head', [null, 0]],
    ['an empty head', [{}, 0]],
    ['a head that is a list', [[], 0]],
    ['columns that are no texts', [{ ...HEAD, columns: [1] }, 0]],
    ['no rows', [HEAD, null, 0]],
    ['an object for rows', [HEAD, {}, 0]],
    ['half a row', [HEAD, ['1'], 1]],
    ['no end', [HEAD, ['1', 1]]],
  ])('cannot compare with a snapshot that has %s', async (_name, lines) => {
    await expect(compared(lines, page(1, 1))).rejects.toMatchObject({ code: 'not_comparable' });
  });
});
