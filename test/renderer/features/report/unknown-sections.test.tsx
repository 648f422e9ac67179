import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DayClosingPage } from '../../../../renderer/features/day-closing/day-closing-page.tsx';
import { ReportPage } from '../../../../renderer/features/report/report-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { reportOf, shownReport } from './support/reports.ts';

const REPORT = '/api/financial-report';
const COMPARED = '/report?period=2026-10-01..2026-10-31&compare=before';

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/shops', () => listOf([]));
  host.answer('/api/locations', () => listOf([]));
});

function cellsOf(row: HTMLElement): (string | null)[] {
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

describe('the report of a deployment that returns what the specification shows', () => {
  it('shows its revenue, and says that each other section is unknown', async () => {
    host.answer(REPORT, (query) => ({ body: shownReport(query) }));
    await renderPage(<ReportPage />);
    const revenue = await screen.findByRole('table', { name: 'Omzet' });
    expect(cellsOf(within(revenue).getByRole('row', { name: /^Verkopen/ }))).toEqual([
      '150,00',
      'niet bekend',
      'niet bekend',
    ]);
    expect(cellsOf(within(revenue).getByRole('row', { name: /^Totaal geen omzet/ }))).toEqual(['niet bekend']);
    for (const [name, total] of [
      ['Directe betalingen', 'Totaal direct betaald'],
      ['Nog niet betaald, op rekening', 'Totaal nog niet betaald'],
      ['Btw per tarief, voor de aangifte', 'Totaal van alle tarieven'],
      ['Omzet per omzetgroep', 'Totaal'],
    ] as const) {
      const section = screen.getByRole('table', { name });
      const [line] = within(section).getAllByRole('row').slice(1);
      expect(line?.textContent).toMatch(new RegExp(`^${total}(niet bekend)+$`));
    }
    expect(within(revenue).queryByText('0,00')).toBeNull();
  });

  it('leaves the columns of a comparison empty if only the other report lacks a section', async () => {
    host.answer(REPORT, (query) => ({
      body: query.get('from') === '2026-10-01' ? reportOf(query) : shownReport(query),
    }));
    await renderPage(<ReportPage />, { address: COMPARED });
    const direct = await screen.findByRole('table', { name: /^Directe betalingen/ });
    const revenue = screen.getByRole('table', { name: /^Omzet, / });
    expect(cellsOf(await within(revenue).findByRole('row', { name: /^Inkoopwaarde/ })).slice(1)).not.toContain('');
    const rate = within(direct).getAllByRole('row', { name: /^21% NL/ })[0] as HTMLElement;
    expect(cellsOf(rate).slice(1)).toEqual(['', '', '']);
  });
});

describe('the day closing of such a deployment', () => {
  it('has no sum of unknown figures', async () => {
    host.answer('/api/reports/day-closing', (query) => {
      const date = query.get('date') ?? '';
      const report = shownReport(new URLSearchParams({ from: date, to: date }));
      const counts = { orders: 41, returns: 2, discounted_orders: 5, discount_value_wt: 38.5 };
      const rest = { uncounted_orders: 1, uncounted_value_wt: 1, first_order_number: null, last_order_number: null };
      return { body: { date, location_id: null, ...counts, ...rest, report } };
    });
    await renderPage(<DayClosingPage />);
    const methods = await screen.findByRole('table', { name: 'Betaalwijzen' });
    expect(cellsOf(within(methods).getByRole('row', { name: /^Totaal betaalwijzen/ }))).toEqual(['niet bekend']);
    for (const name of [/^Btw per tarief/, /^Omzet per winkel/]) {
      const table = screen.getByRole('table', { name });
      expect(cellsOf(within(table).getByRole('row', { name: /^Totaal/ }))).toEqual(['niet bekend']);
    }
    expect(screen.queryByText('0,00')).toBeNull();
  });
});
