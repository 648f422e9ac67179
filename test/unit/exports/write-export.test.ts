import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeExport } from '../../../electron/exports/write-export.ts';
import type { Page } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Customer } from '../../../shared/contract/customers.ts';
import type { ExportProgress, ExportRequest } from '../../../shared/contract/exports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

type Answer = Page<Customer> | Error;

const REQUEST: ExportRequest = {
  dataset: 'customers',
  filters: {},
  columns: ['id', 'turnover_wt'],
  format: 'jsonl',
  profile: 'data',
  language: 'en',
};

function customer(id: number): Customer {
  return {
    id,
    name: 'Anouk',
    email: 'anouk@post.example',
    phone: '',
    city: '',
    country_iso2: 'NL',
    segment_ids: [],
    date_created: '2026-01-01T00:00:00+01:00',
    order_count: 1,
    open_invoices_wt: 0,
    turnover_wt: 0.1,
    date_last_purchased: null,
  };
}

function page(total: number, ...ids: number[]): Page<Customer> {
  return { total, rows: ids.map(customer) };
}

/** Writes customers from these pages. */
async function written(...answers: Answer[]) {
  const folder = createTemporaryFolder();
  const part = join(folder, 'part');
  const told: ExportProgress[] = [];
  const listCustomers = async () => {
    const answer = answers.shift();
    if (!answer) throw new Error('the test has no further page');
    if (answer instanceof Error) throw answer;
    return { ...answer, sums: null };
  };
  const context = {
    platform: createStandInPlatform({ listCustomers }),
    ledgers: async () => ({}),
    companyName: async () => '',
    clock: createFixedClock('2026-11-21T12:00:00+01:00'),
  };
  const options = { request: REQUEST, caller: STAND_IN_CALLER, part, mode: null };
  const onProgress = (progress: ExportProgress) => void told.push(progress);
  const facts = await writeExport(context, options, onProgress, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  const text = existsSync(part) ? readFileSync(part, 'utf8') : null;
  return { facts, text, told, left: answers.length, part };
}

function identityOf(path: string) {
  const { dev, ino, uid } = lstatSync(path, { bigint: true });
  return { dev, ino, uid };
}

const awayError = new PlatformError('unavailable', 'It is away.');
const lines = (...ids: number[]) => ids.map((id) => `{"id":${id},"turnover_wt":0.1}\n`).join('');

describe('writeExport', () => {
  it('writes all rows, and returns the details of the file', async () => {
    const { facts, text, part } = await written(page(2, 1, 2));

    expect(text).toBe(lines(1, 2));
    expect(facts).toEqual({
      columns: ['id', 'turnover_wt'],
      place: null,
      period: null,
      filters: [],
      note: 'Orders and turnover cover all orders since the customer’s first order.',
      rows: 2,
      total: 2,
      asOf: '2026-11-21T12:00:00+01:00',
      sums: { turnover_wt: 0.2 },
      shortfall: null,
      bytes: text?.length,
      sha256: createHash('sha256').update(lines(1, 2)).digest('hex'),
      file: identityOf(part),
    });
  });

  it('reads again from the start if the rows were inconsistent, and writes only the second reading', async () => {
    const { facts, text, told, left } = await written(page(3, 1, 2), page(3, 1, 3), page(3, 0, 1, 2));

    expect(facts).toMatchObject({ rows: 3, shortfall: null, sums: { turnover_wt: 0.3 } });
    expect(text).toBe(lines(0, 1, 2));
    expect(told.map(({ phase }) => phase)).toContain('again');
    expect(left).toBe(0);
  });

  it('keeps the rows, and says so, if they are inconsistent twice', async () => {
    const moved = [page(3, 1, 2), page(3, 1, 3)];

    const { facts, text, left } = await written(...moved, ...moved, page(3, 1, 2, 3));

    expect(facts).toMatchObject({ rows: 2, total: 3, shortfall: { kind: 'moved' } });
    expect(text).toBe(lines(1, 2));
    expect(left).toBe(1);
  });

  it('keeps the rows of a platform that fails in the middle, and reads no more', async () => {
    const { facts, text, left } = await written(page(3, 1, 2), awayError, page(3, 1, 2, 3));

    expect(facts).toMatchObject({ rows: 2, shortfall: { kind: 'failed', message: 'It is away.' } });
    expect(text).toBe(lines(1, 2));
    expect(left).toBe(1);
  });

  it.each([
    ['before the first row', [awayError]],
    ['before the first row of the second reading', [page(3, 1, 2), page(3, 1, 3), awayError]],
  ])('fails if the platform fails %s', async (_when, answers) => {
    const { facts } = await written(...answers);

    expect(facts).toMatchObject({ code: 'source_failed', message: 'It is away.', cause: awayError });
  });

  it('fails if two readings return no row of a list that has some', async () => {
    const { facts } = await written(page(3), page(3), page(3), page(3));

    expect(facts).toMatchObject({ code: 'incomplete' });
  });
});
