import { describe, expect, it } from 'vitest';
import { getLineRows } from '../../renderer/features/journal/booking.tsx';
import type { Address } from '../../renderer/lib/address/address.ts';
import type { ReportFigure } from '../../renderer/lib/figure-lines.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { bookReport } from '../../shared/journal.ts';
import { fromEuros, toEuros } from '../../shared/money.ts';
import { listFigures } from '../support/every-figure.ts';
import { startDemoService } from '../support/fixture-service.ts';
import { assertKnown } from '../support/known-figure.ts';
import { openPerFile } from '../support/test-scope.ts';
import { assertWholeReport } from '../support/whole-report.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31' };
/** Parameters of the page of rows besides the filters of the API. */
const OF_THE_PAGE = ['figure', 'side', 'amount', 'negated'];
const demo = await openPerFile(startDemoService);

/** The sum that the API returns for the filters in an address, with the sign of the figure. */
async function sumOfRows({ path, search }: Address): Promise<number> {
  const filters = Object.entries(search).filter(([name]) => !OF_THE_PAGE.includes(name));
  const asked = { token: demo.token, query: { ...Object.fromEntries(filters), limit: 1 } };
  if (path === '/rows/payments') return (await demo.read(listOrderPayments, asked)).sums.amount;
  const { sums } = await demo.read(listOrderItems, asked);
  const vat = toEuros(fromEuros(sums.value_wt) - fromEuros(sums.value));
  const sum = { ex: sums.value, wt: sums.value_wt, vat, cost: assertKnown(sums.cost) }[search.side ?? ''];
  if (sum === undefined) throw new Error(`no sum is called ${search.side}`);
  return search.negated === 'true' ? 0 - sum : sum;
}

/** The figures of a report that open their rows, and those among them whose rows have another sum. */
async function openAll(query: Readonly<Record<string, string | number>>) {
  const report = assertWholeReport(await demo.read(readFinancialReport, { token: demo.token, query }));
  const opened: [string, ReportFigure][] = [];
  const wrong: object[] = [];
  for (const [path, figure] of listFigures(report)) {
    if (figure.rows === null) continue;
    opened.push([path, figure]);
    const sum = await sumOfRows(figure.rows);
    if (sum !== figure.euros) wrong.push({ path, shown: figure.euros, sum });
  }
  return { opened, wrong };
}

describe('the rows behind a figure of the report', () => {
  it('add up to the figure over a month', async () => {
    const { opened, wrong } = await openAll(MONTH);
    expect(wrong).toEqual([]);
    expect(opened.filter(([, { euros }]) => euros !== 0).length).toBeGreaterThan(50);
  });

  it('add up to the figure in each location', async () => {
    const { data: locations } = await demo.read(listLocations, { token: demo.token });
    for (const { id } of locations) {
      const { opened, wrong } = await openAll({ ...MONTH, location_id: id });
      expect(wrong).toEqual([]);
      expect(opened.length).toBeGreaterThan(20);
    }
  });
});

describe('the rows behind a line of the journal', () => {
  it('add up to its amount, also in each location', async () => {
    const { data: locations } = await demo.read(listLocations, { token: demo.token });
    for (const place of [{}, ...locations.map(({ id }) => ({ location_id: id }))]) {
      const report = await demo.read(readFinancialReport, { token: demo.token, query: { ...MONTH, ...place } });
      const { lines } = bookReport(report, {}, 'nl');
      if (!('location_id' in place)) expect(lines.map(({ key }) => key)).toContain('receivables');
      for (const line of lines) {
        const rows = getLineRows(report, line);
        const sum = rows && (await sumOfRows(rows));
        const amount = toEuros(line.debit + line.credit);
        expect([place, line.key, sum, Math.abs(sum ?? 0)]).toEqual([
          place,
          line.key,
          Number(rows?.search.amount),
          amount,
        ]);
      }
    }
  });
});
