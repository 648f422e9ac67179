import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ReportPage } from '../../../../renderer/features/report/report-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { earlierReport, reportOf } from './support/reports.ts';

const REPORT = '/api/financial-report';
const OCTOBER = '/report?period=2026-10-01..2026-10-31';

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/shops', () => listOf([]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer(REPORT, (query) => ({
    body: query.get('from') === '2026-10-01' ? reportOf(query) : earlierReport(query),
  }));
});

describe('a compared report', () => {
  it.each([
    [/^De periode ervoor: 1 sep – 30 sep 2026$/, 'before', 'from=2026-09-01&to=2026-09-30'],
    [/^Dezelfde periode vorig jaar: 1 okt – 31 okt 2025$/, 'last-year', 'from=2025-10-01&to=2025-10-31'],
  ])('is compared with %s, which is in the address', async (name, compare, days) => {
    const { user, router } = await renderPage(<ReportPage />, { address: OCTOBER });
    await user.click(await screen.findByRole('button', { name: 'Vergelijken met' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(host.asked).toContain(`${REPORT}?${days}`));
    expect(router.state.location.search).toMatchObject({ compare });
  });

  it('shows the compared amount, the difference and its percentage on each line', async () => {
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    await comparedWith('di 1 sep – wo 30 sep 2026');
    expect(await lineOf('Omzet, excl. btw', 'Verkopen')).toEqual(['150,00', '100,00', '+50,00', '+50,00%']);
    expect(await lineOf('Omzet, excl. btw', 'Inkoopwaarde van de omzet')).toEqual([
      '−80,00',
      '−80,00',
      '0,00',
      '0,00%',
    ]);
    expect(await lineOf('Omzet, excl. btw', 'Fooien')).toEqual(['2,00', '2,00', '0,00', '0,00%']);
  });

  it.each([
    [
      'ex',
      'Omzet, excl. btw|Ontvangen, geen omzet, incl. btw|Van omzet naar betaalwijzen, incl. btw|Directe betalingen, excl. btw|Betaalwijzen, incl. btw',
      'Inkoopwaarde van de omzet|Brutomarge|Brutomarge, % van de omzet',
      /^Hoe er wordt vergeleken: Betaalwijzen zijn altijd incl\. btw, inkoop en marge altijd excl\. Meer retouren of inkoop telt als stijging\.$/,
    ],
    [
      'wt',
      'Omzet, incl. btw|Ontvangen, geen omzet, incl. btw|Van omzet naar betaalwijzen, incl. btw|Directe betalingen, incl. btw|Betaalwijzen, incl. btw',
      'Inkoopwaarde van de omzet, excl. btw|Brutomarge, excl. btw|Brutomarge, % van de omzet, excl. btw',
      /^Hoe er wordt vergeleken: Betaalwijzen zijn altijd incl\. btw, inkoop en marge altijd excl\. Meer retouren of inkoop telt als stijging\.$/,
    ],
  ])('says whether each amount includes VAT, if %s is compared', async (side, titles, lines, note) => {
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before&side=${side}` });
    const [title = '', ...others] = titles.split(/\|/);
    await lineOf(title, 'Verkopen');
    const names = (role: 'rowheader' | 'table' | 'columnheader') =>
      screen.getAllByRole(role).map((named) => named.getAttribute('aria-label') ?? named.textContent);
    const subheadings = [...document.querySelectorAll('tr[data-heading]')].map(({ textContent }) => textContent);
    expect([...names('table'), ...subheadings]).toEqual(expect.arrayContaining([title, ...others]));
    expect(names('rowheader')).toEqual(expect.arrayContaining(lines.split('|')));
    expect(screen.getByRole('button', { name: note })).toBeDefined();
  });

  it('shows 0 for what one of the two reports does not list, so that the differences add up', async () => {
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    await comparedWith('di 1 sep – wo 30 sep 2026');
    expect(await lineOf('Directe betalingen, excl. btw', '21% NL')).toEqual(['90,00', '60,00', '+30,00', '+50,00%']);
    expect(await lineOf('Directe betalingen, excl. btw', '6% NL')).toEqual(['0,00', '5,00', '−5,00', '−100,00%']);
    expect(await lineOf('Betaalwijzen, incl. btw', 'Pinpas')).toEqual(['110,88', '0,00', '+110,88', '–']);
    expect(await lineOf('Omzet per omzetgroep, excl. btw', '8010Tuin')).toEqual([
      '90,00',
      '0,00',
      '90,00',
      '0,00',
      '+90,00',
      '–',
    ]);
    expect(await lineOf('Omzet per omzetgroep, excl. btw', '8010Speelgoed')).toEqual([
      ...['', '', '0,00'],
      ...['33,00', '−33,00', '−100,00%'],
    ]);
  });

  it('says on which day the figures begin, and has no percentage, if the compared days begin before it', async () => {
    host.answer('/api/orders', () => listOf([{ date_purchased: '2026-09-21T09:00:00+02:00' }]));
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    await comparedWith('di 1 sep – wo 30 sep 2026');
    expect(await screen.findByText('De cijfers beginnen op 21 sep 2026.')).toBeDefined();
    expect(await lineOf('Omzet, excl. btw', 'Verkopen')).toEqual(['150,00', '100,00', '+50,00', '–']);
  });

  it('compares nothing with an unknown figure, in the same columns as every other line', async () => {
    host.answer(REPORT, (query) => ({
      body:
        query.get('from') === '2026-10-01'
          ? { ...reportOf(query), unknown: ['tips'] }
          : { ...earlierReport(query), unknown: ['cost'] },
    }));
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    await comparedWith('di 1 sep – wo 30 sep 2026');
    expect(await lineOf('Omzet, excl. btw', 'Fooien')).toEqual(['niet bekend', '2,00', '', '']);
    expect(await lineOf('Omzet, excl. btw', 'Inkoopwaarde van de omzet')).toEqual(['−80,00', 'niet bekend', '', '']);
    expect((await lineOf('Omzet, excl. btw', 'Brutomarge')).slice(1)).toEqual(['niet bekend', '', '']);
    expect(screen.getByText('Van di 1 sep – wo 30 sep 2026 niet bekend: inkoopwaarde en marge')).toBeDefined();
  });

  it('compares a total only with one that lacks the same parts', async () => {
    const unknown = ['tips'];
    host.answer(REPORT, (query) => ({
      body: query.get('from') === '2026-10-01' ? { ...reportOf(query), unknown } : earlierReport(query),
    }));
    await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    await comparedWith('di 1 sep – wo 30 sep 2026');
    const total = 'Totaal geen omzet zonder fooien (niet bekend)';
    expect((await lineOf('Omzet, excl. btw', total)).slice(2)).toEqual(['', '']);
    expect((await lineOf('Omzet, excl. btw', 'Verkopen')).slice(1)).toEqual(['100,00', '+50,00', '+50,00%']);
  });

  it('compares the full days of a current period, says so, and links to the page that counts today', async () => {
    await renderPage(<ReportPage />, { address: '/report?period=this-month&compare=before' });
    await comparedWith('do 1 okt – di 20 okt 2026');
    expect(host.asked.filter((path) => path.startsWith(REPORT))).toEqual([
      `${REPORT}?from=2026-10-01&to=2026-10-20`,
      `${REPORT}?from=2026-11-01&to=2026-11-20`,
    ]);
    expect(screen.getByText(/Hele dagen: vandaag telt nog niet mee\.$/)).toBeDefined();
    expect(screen.getByText(/^Op het Overzicht telt vandaag mee/).getAttribute('href')).toBe('/overview');
  });

  it('is exported with its comparison, or without it from the menu', async () => {
    const { user } = await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before&side=wt` });
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    expect(host.bridgeCalls).toContainEqual({
      name: 'exportDataset',
      argument: {
        key: expect.any(String),
        request: {
          dataset: 'report-comparison',
          filters: { from: '2026-10-01', to: '2026-10-31', compare: 'before', side: 'wt' },
          ...{ format: 'csv', profile: 'excel', language: 'nl' },
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'PDF en meer' }));
    expect(
      await screen.findByText('Financieel rapport, vergeleken', { selector: ':not([data-print-title])' }),
    ).toBeDefined();
    expect(screen.getByRole('menuitem', { name: 'Financieel rapport' })).toBeDefined();
  });

  it('keeps the report if the other cannot be read, says so, and reads it again on request', async () => {
    host.answer(REPORT, (query) => (query.get('from') === '2026-10-01' ? { body: reportOf(query) } : platformFailure));
    const { user } = await renderPage(<ReportPage />, { address: `${OCTOBER}&compare=before` });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('De cijfers van di 1 sep – wo 30 sep 2026 zijn niet geladen');
    expect(await lineOf('Omzet, excl. btw', 'Verkopen')).toEqual(['150,00', '', '', '']);
    host.answer(REPORT, (query) => ({ body: earlierReport(query) }));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await comparedWith('di 1 sep – wo 30 sep 2026');
  });
});

async function comparedWith(days: string): Promise<void> {
  await screen.findByText((text) => text.startsWith(`Vergeleken met ${days}, excl. btw.`));
}

function tableOf(section: string): HTMLElement {
  return within(screen.getByRole('region', { name: section })).getAllByRole('table')[0] as HTMLElement;
}

/** The cells of a line after its label. */
async function lineOf(section: string, label: string): Promise<(string | null)[]> {
  await screen.findByRole('heading', { name: section });
  const headers = within(tableOf(section)).getAllByRole('rowheader');
  const header = headers.find(({ textContent }) => textContent === label);
  if (!header?.parentElement) throw new Error(`there is no line ${label}`);
  return within(header.parentElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}
