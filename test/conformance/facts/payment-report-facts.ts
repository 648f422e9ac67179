import { expect } from 'vitest';
import type { PaymentsOfDay } from '../../../shared/contract/payments-report.ts';
import { euros, total } from '../../support/exact-euros.ts';
import type { Area } from '../fact.ts';
import { counts } from '../laws/all-orders.ts';
import { folded } from '../laws/folded-words.ts';
import { readSources } from '../laws/read-financial.ts';
import { reportFacts } from '../laws/report-facts.ts';
import { ascending } from '../laws/row-order.ts';

const byTitle = ascending<Omit<PaymentsOfDay, 'date'>>(
  ({ title }) => folded(title),
  (row) => row.provider_method_type_id,
);

export const PAYMENT_REPORT: Area = {
  area: 'the report of payments',
  facts: [
    ...reportFacts('has the payments of its orders by day and method', async (visit, range, user) => {
      const { platform, callers } = visit;
      const { rows } = await platform.readReport(callers[user], 'payments', range);
      const { orders } = await readSources(platform, callers[user], range);
      const payments = orders
        .filter((order) => counts(order) && order.payment_term === 'direct')
        .flatMap((order) => order.payments.map((paid) => ({ ...paid, date: order.date_purchased.slice(0, 10) })));
      const groups = Map.groupBy(payments, (paid) => `${paid.date} ${paid.provider_method_type_id}`);
      const expected = [...groups.values()].flatMap((group) =>
        group.slice(0, 1).map(({ date, provider_method_type_id, title, type_alias }) => ({
          date,
          provider_method_type_id,
          title,
          type_alias,
          payments: group.length,
          amount: euros(total(group, ({ amount }) => amount)),
        })),
      );
      expect(rows).toEqual(
        expected.toSorted((a, b) => ascending<PaymentsOfDay>(({ date }) => date)(a, b) || byTitle(a, b)),
      );
    }),
    ...reportFacts('has totals that its rows sum to, by title', async ({ platform, callers }, range, user) => {
      const { rows, totals } = await platform.readReport(callers[user], 'payments', range);
      expect(totals).toEqual(totals.toSorted(byTitle));
      const used = new Set(rows.map((row) => row.provider_method_type_id));
      expect(new Set(totals.map((row) => row.provider_method_type_id))).toEqual(used);
      for (const { provider_method_type_id, payments, amount } of totals) {
        const ofMethod = rows.filter((row) => row.provider_method_type_id === provider_method_type_id);
        expect(payments).toBe(ofMethod.reduce((sum, row) => sum + row.payments, 0));
        expect(amount).toBe(euros(total(ofMethod, (row) => row.amount)));
      }
    }),
    ...reportFacts('has the methods of the financial report', async ({ platform, callers }, range, user) => {
      const { totals } = await platform.readReport(callers[user], 'payments', range);
      const { direct_paid } = await platform.readReport(callers[user], 'financial', range);
      expect(totals.map(({ payments, ...method }) => method)).toEqual(direct_paid.payment_methods);
    }),
  ],
};
