import { describe, expect, it } from 'vitest';
import type { DiscountOrderQuery, Platform } from '../../../electron/platform/platform.ts';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { readXlsx } from '../../support/read-xlsx.ts';
import { readOver, selectFrom } from './datasets/read-dataset.ts';
import { CALLER, exporterOver, exportPlatform, saveWith } from './export-platform.ts';

const OCTOBER = {
  dataset: 'discount-orders',
  filters: { from: '2026-10-01', to: '2026-10-31' },
} as const;

/** An order without returns, unless `changes` says otherwise. */
function order(id: number, changes: Partial<DiscountOrder> = {}): DiscountOrder {
  const { value_wt = 90, discount_value_wt = 10 } = changes;
  return {
    id,
    order_number: `2026-${id}`,
    date_purchased: '2026-10-25T02:30:00+01:00',
    status: 'complete',
    shop_id: 14,
    currency: 'EUR',
    value_wt: 90,
    value_ex_wt: 74.38,
    discount_value_wt: 10,
    discount_value_ex_wt: 8.26,
    sold_before_discount_wt: toEuros(fromEuros(value_wt) + fromEuros(discount_value_wt)),
    customer_name: 'Jan Canary',
    customer_email: 'jan@canary.example',
    backoffice_url: `https://demo.backoffice.example/#order/details/${id}`,
    ...changes,
  };
}

/** A platform that returns these batches, with a record of its calls. */
function platformOf(...batches: DiscountOrder[][]) {
  const queries: [DiscountOrderQuery, string | null][] = [];
  const readDiscountOrders: Platform['readDiscountOrders'] = async (_caller, query, after) => {
    queries.push([query, after]);
    const at = after === null ? 0 : Number(after);
    return { rows: batches[at] ?? [], next: at + 1 < batches.length ? String(at + 1) : null };
  };
  return { asked: queries, methods: { readDiscountOrders } };
}

async function save(methods: Partial<Platform>, request: Partial<ExportRequest> = {}) {
  const { manifest, text } = await saveWith(exporterOver(methods), { ...OCTOBER, ...request }, CALLER);
  const [header, ...lines] = parseCsv(text.slice(1)).map((cells) => cells.join(';'));
  return { rows: manifest.rows, header, lines };
}

describe('the discounted orders', () => {
  it('include only orders from the given minimum percentage on, and say so', async () => {
    const { methods } = platformOf([
      order(1),
      order(2, { value_wt: 90.01, discount_value_wt: 9.99 }),
      order(3, { value_wt: 0 }),
    ]);
    const options = { filters: { ...OCTOBER.filters, min_percentage: '10' }, caller: CALLER };
    const { rows, selection } = await readOver(methods, 'discount-orders', options);
    expect(rows.map(({ id }) => id)).toEqual([1, 3]);
    expect(selection.filters).toContainEqual({ label: 'Korting vanaf', value: 'vanaf 10%' });
    await expect(
      readOver(methods, 'discount-orders', { ...options, filters: { ...options.filters, min_percentage: '101' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('include only negative discounts, or discounts from an amount on, and say so', async () => {
    const { methods } = platformOf([
      order(1),
      order(2, { discount_value_wt: -5 }),
      order(3, { discount_value_wt: -1 }),
    ]);
    const filters = { ...OCTOBER.filters, only_negative: 'true', min_discount_wt: '2.5' };

    const { rows, selection } = await readOver(methods, 'discount-orders', { filters, caller: CALLER });

    expect(rows.map(({ id }) => id)).toEqual([2]);
    expect(selection.filters).toEqual([
      { label: 'Negatieve kortingen', value: 'alleen negatieve' },
      { label: 'Kortingsbedrag vanaf', value: 'vanaf €\u00a02,50' },
    ]);
  });

  it('never have a percentage above 100 for an exchange, and have none for unknown lines, which they name', async () => {
    const exchange = order(1, { value_wt: -2, discount_value_wt: 2.5, sold_before_discount_wt: 12.5 });
    const { methods } = platformOf([exchange, order(2, { sold_before_discount_wt: null })]);
    const { rows, unknown } = await readOver(methods, 'discount-orders', { ...OCTOBER, caller: CALLER });
    expect(rows.map((row) => row.discount_percentage)).toEqual([20, null]);
    expect(unknown).toEqual(['discount_percentage']);
    const filters = { ...OCTOBER.filters, min_percentage: '10' };
    await expect(readOver(methods, 'discount-orders', { filters, caller: CALLER })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^min_percentage is not possible: .* Leave it out\.$/),
    });
  });

  it('are not read endlessly, whatever keys a platform returns', async () => {
    let calls = 0;
    const readDiscountOrders = async () => {
      calls += 1;
      return { rows: [], next: `further ${calls}` };
    };

    await expect(
      readOver({ readDiscountOrders }, 'discount-orders', { ...OCTOBER, caller: CALLER }),
    ).rejects.toMatchObject({ code: 'incomplete' });
    expect(calls).toBeLessThan(20_000);
  });

  it('are read batch by batch, each order once, and end with no totals', async () => {
    const { methods, asked } = platformOf([order(1), order(2)], [], [order(2), order(3)]);

    const { lines, rows } = await save(methods, { columns: ['order_number'] });

    expect(lines).toEqual(['2026-1', '2026-2', '2026-3']);
    expect(rows).toBe(3);
    expect(asked.map(([, after]) => after)).toEqual([null, '1', '2']);
  });

  it('exclude mere rounding on request, and nothing else', async () => {
    const orders = [
      order(1, { value_wt: 1494.34, discount_value_wt: 0.01 }),
      order(2, { discount_value_wt: -0.05 }),
      order(3, { discount_value_wt: 0.06 }),
      order(4, { value_wt: 0, discount_value_wt: 0.05 }),
    ];
    const { methods, asked } = platformOf(orders);
    const filters = { ...OCTOBER.filters, include_negative: 'true', hide_rounding: 'true' };

    const { lines } = await save(methods, { columns: ['order_number'], filters });

    expect(lines).toEqual(['2026-3', '2026-4']);
    expect(asked[0]?.[0]).toEqual({ ...OCTOBER.filters, only_full: false, include_negative: true });
  });

  it('exclude orders that do not count only on request', async () => {
    const statuses = ['new', 'processing', 'on_hold', 'complete', 'refunded', 'cancelled'] as const;
    const { methods, asked } = platformOf(statuses.map((status, index) => order(index + 1, { status })));
    const filters = { ...OCTOBER.filters, only_counting: 'true' };

    const { lines } = await save(methods, { columns: ['status'], filters });

    expect(lines).toEqual(['In behandeling', 'Afgerond', 'Terugbetaald']);
    expect(asked[0]?.[0]).toEqual({ ...OCTOBER.filters, only_full: false, include_negative: true });
  });

  it('say what is excluded by default, without naming it in the file name', async () => {
    const filters = { ...OCTOBER.filters, only_full: 'false', include_negative: '0' };

    const selection = await selectFrom(exportPlatform({}), OCTOBER.dataset, { filters, caller: CALLER });

    expect(selection.filters).toEqual([{ label: 'Negatieve kortingen', value: 'weggelaten' }]);
    expect(selection.nameParts.join()).not.toContain('weggelaten');
  });
});

describe('the totals of the discounted orders', () => {
  /** 10 of 100 was given twice, once in a cancelled order; 5 and 1 were taken back. */
  const orders = [
    [order(1), order(2, { discount_value_wt: -5 })],
    [order(3, { status: 'cancelled' }), order(4, { discount_value_wt: -1, status: 'refunded' })],
  ];

  async function written(request: Partial<ExportRequest> = {}) {
    const options = { ...OCTOBER, format: 'xlsx', ...request } as const;
    const { bytes } = await saveWith(exporterOver(platformOf(...orders).methods), options, CALLER);
    const { sheets } = await readXlsx(bytes);
    return sheets
      .slice(0, -1)
      .flatMap(({ rows }) => rows)
      .map((row) => row.filter((cell) => cell !== null).join('\t'));
  }

  it('have a percentage, and say what is excluded and what does not count', async () => {
    const lines = await written();
    const at = lines.indexOf('Korting %\t10');

    expect(at).toBeGreaterThan(0);
    expect(lines[at + 1]).toBe(
      'Niet in het totaal: 2 negatieve kortingen (\u2212€\u00a06,00 incl. btw). ' +
        'In het totaal, maar niet in de omzet: 1 order die nieuw, in de wacht of geannuleerd is (korting €\u00a010,00 incl. btw). ' +
        'Korting in de omzet: €\u00a04,00 incl. btw.',
    );
  });

  it('do not mention what is included, and have the percentage of what remains', async () => {
    const filters = { ...OCTOBER.filters, include_negative: 'true', only_counting: 'true' };
    const lines = await written({ filters, language: 'en' });

    expect(lines.slice(-5).join(' ')).toMatch(/270 .*223\.14 .*4 .*24\.78 .*1\.46$/);
  });
});
