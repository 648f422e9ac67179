import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../../electron/api-client/endpoint-reader.ts';
import { listCustomers } from '../../../shared/contract/customers.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { financialReportExample } from '../../../shared/contract/financial-report-example.ts';
import {
  listOrders,
  orderExample,
  orderItemExample,
  orderPaymentExample,
  saleExample,
} from '../../../shared/contract/orders.ts';
import { listProducts, productExample } from '../../../shared/contract/products.ts';

const page = (order: object, more: object = {}) => ({
  ...{ start: 0, limit: 1, count: 1, total: 1, data: [order], sums: null, ...more },
});

describe('checking a response', () => {
  const check = createAnswerCheck();

  it('returns a response that matches the contract unchanged', () => {
    const answer = page(orderExample);

    expect(check(listOrders, answer)).toEqual(answer);
  });

  it('removes fields that the contract does not list, at any depth', () => {
    const items = [{ ...orderItemExample, secret: 1 }];
    const answer = page({ ...orderExample, items, secret: 2 }, { secret: 3 });

    expect(check(listOrders, answer)).toEqual(page({ ...orderExample, items: [orderItemExample] }));
  });

  it.each([
    ['2026-10-01T08:15:00Z', '2026-10-01T10:15:00+02:00'],
    ['2026-10-25T00:30:00.123z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
    ['2026-10-01T03:15:00-05:00', '2026-10-01T10:15:00+02:00'],
    ['2026-12-31 23:30:00+00', '2027-01-01T00:30:00+01:00'],
    ['2026-10-01T10:15:00', '2026-10-01T10:15:00+02:00'],
    ['2026-12-01 10:15', '2026-12-01T10:15:00+01:00'],
    ['2026-10-01', '2026-10-01T00:00:00+02:00'],
  ])('converts the timestamp %s to Amsterdam time', (given, expected) => {
    const { data } = check(listOrders, page({ ...orderExample, date_purchased: given, date_updated: given }));

    expect(data).toMatchObject([{ date_purchased: expected, date_updated: expected }]);
  });

  it.each(['0000-00-00 00:00:00', '2026-02-30T10:00:00Z', 'gisteren', '', 1_790_000_000])(
    'reads %j, which is not a timestamp, as null, and drops an order without its date from the list',
    (bad) => {
      const left: unknown[] = [];
      const checkNoting = createAnswerCheck({ onLeftOut: (_, rows) => void left.push(...rows) });
      const payments = [{ ...orderPaymentExample, date_paid: bad }];
      const good = { ...orderExample, date_updated: bad, payments };
      const undated = { ...orderExample, id: 2, date_purchased: bad };

      expect(checkNoting(listOrders, { ...page(good), data: [good, undated], count: 2, total: 2 })).toMatchObject({
        ...{ count: 2, total: 2 },
        data: [{ ...orderExample, date_updated: null, payments: [{ ...orderPaymentExample, date_paid: null }] }],
      });
      expect(left).toEqual([undated]);
      expect(checkNoting(listOrders, page(undated))).toMatchObject({ count: 1, data: [] });
      const several = { ...page(undated), data: [undated, { ...undated, id: 3 }], count: 2, total: 2 };
      expect(() => checkNoting(listOrders, several)).toThrow('data[0].date_purchased');
    },
  );

  it('does not count dropped rows in the total of a list that is returned whole', () => {
    const listed = { ...saleExample, sold_before_discount_wt: null };
    const data = [listed, { ...listed, id: 2, date_purchased: '0000-00-00' }];
    const days = { from: '2026-10-01', to: '2026-10-01', shop_id: null };

    expect(check(listDiscountOrders, { ...days, count: 2, total: 2, data })).toEqual({
      ...{ ...days, count: 1, total: 1, data: [listed] },
    });
  });

  it('gives an order without a currency the currency of the account, and accepts a product without an SKU', () => {
    const { currency: _currency, backoffice_url: _url, ...bare } = orderExample;
    expect(check(listOrders, page(bare))).toEqual(page({ ...orderExample, backoffice_url: '' }));
    expect(check(listOrders, page({ ...orderExample, currency: 'eur' }))).toEqual(page(orderExample));
    const products = { ...page({ ...productExample, sku: null }), q: '' };
    expect(check(listProducts, products).data).toEqual([{ ...productExample, sku: '' }]);
  });

  it('accepts a text of 250,000 characters, and names the field that has a longer one', () => {
    const answer = (length: number) =>
      page({ ...orderExample, items: [{ ...orderItemExample, title: 'x'.repeat(length) }] });
    const longest = answer(250_000);

    expect(check(listOrders, longest)).toEqual(longest);
    expect(() => check(listOrders, answer(250_001))).toThrow(
      expect.objectContaining({
        code: 'invalid_answer',
        message: 'The service sent an unexpected answer at /api/orders: title is longer than 250000 characters.',
      }),
    );
  });

  it('accepts orders of an older deployment, which returns no sums', () => {
    const { sums: _, ...older } = page(orderExample);

    expect(check(listOrders, older)).toEqual(page(orderExample));
  });

  it('ignores the sums of an older deployment that does not say how much of them is not revenue', () => {
    const sums = {
      ...{ value_wt: 13.5, value_ex_wt: 11.16, discount_value_wt: 1.5, discount_value_ex_wt: 1.24 },
      ...{ cancelled_orders: 0, cancelled_value_wt: 0, uncounted_orders: 0, uncounted_value_wt: 0 },
    };
    const complete = page(orderExample, { sums: { ...sums, non_revenue_wt: 0 } });

    expect(check(listOrders, complete)).toEqual(complete);
    expect(check(listOrders, page(orderExample, { sums }))).toEqual(page(orderExample));
  });

  it('accepts customers of an older deployment, which returns no sums, no last purchase and no open amounts', () => {
    const older = {
      ...{ id: 1, name: 'Anouk', email: '', phone: '', city: '', country_iso2: 'NL', segment_ids: [] },
      ...{ date_created: '2026-01-01T00:00:00+01:00', order_count: 1, turnover_wt: 0.1 },
    };
    const answer = { start: 0, limit: 1, count: 1, total: 1, data: [older] };

    expect(check(listCustomers, answer)).toEqual({
      ...answer,
      sums: null,
      data: [{ ...older, date_last_purchased: null, open_invoices_wt: null }],
    });
  });

  it('accepts a report of an older deployment, which knows every figure and has no items of type other', () => {
    const report = financialReportExample;
    const { unknown: _, shop_id: ___, ...older } = report;
    const { other: __, ...nonRevenue } = report.revenue.non_revenue;
    const answer = { ...older, revenue: { ...report.revenue, non_revenue: nonRevenue } };
    expect(check(readFinancialReport, answer)).toEqual(report);
    const closing = { date: '2026-10-01', location_id: null, orders: 1, returns: 0, discounted_orders: 0 };
    const rest = { discount_value_wt: 0, first_order_number: 'A', last_order_number: 'A' };
    const unsaid = { uncounted_orders: null, uncounted_value_wt: null, shop_id: null };
    expect(check(readDayClosing, { ...closing, ...rest, report: answer })).toEqual({
      ...{ ...closing, ...rest, ...unsaid },
      report,
    });
  });

  it('treats a section of the wrong shape as unknown, and names the field that does not fit', () => {
    const misfits: string[] = [];
    const checkNoting = createAnswerCheck({ onMisfit: (_, misfit) => void misfits.push(misfit) });
    const { direct_paid, not_paid_now: _, ...report } = financialReportExample;
    const given = { ...report, direct_paid: { ...direct_paid, rates: {} } };

    expect(checkNoting(readFinancialReport, given)).toEqual({
      ...financialReportExample,
      ...{ direct_paid: null, not_paid_now: null, unknown: ['direct_paid', 'not_paid_now'] },
    });
    expect(misfits).toEqual(['direct_paid: rates must be array']);
  });

  it.each(['total_sales', 'total_returns', 'total_differences', 'total_turnover'])(
    'refuses a report without %s, which the specification requires',
    (name) => {
      const { [name]: _, ...revenue } = financialReportExample.revenue as Record<string, unknown>;
      expect(() => check(readFinancialReport, { ...financialReportExample, revenue })).toThrow(name);
    },
  );

  it('leaves out the margin percentage if the turnover is 0 or less', () => {
    const revenue = { ...financialReportExample.revenue, total_turnover: -10, margin: { value: -6, percentage: 60 } };
    const { revenue: read } = check(readFinancialReport, { ...financialReportExample, revenue });
    expect(read.margin).toEqual({ value: -6, percentage: null });
  });

  it.each([null, [], {}, page({ ...orderExample, id: '1' }), page({ ...orderExample, value_wt: 1e12 })])(
    'refuses %j',
    (answer) => {
      expect(() => check(listOrders, answer)).toThrow(expect.objectContaining({ code: 'invalid_answer' }));
    },
  );
});
