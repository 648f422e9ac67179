import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ReportPage } from '../../../../renderer/features/report/report-page.tsx';
import type { WholeReport } from '../../../../shared/contract/financial-report.ts';
import { createNumberedReport } from '../../../support/numbered-report.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installReportHost, REPORT, reportOf } from './support/report-host.ts';
import { unknownReport } from './support/reports.ts';

const host = openPerTest(installReportHost);

const COST_REASON = 'niet bekend: Van sommige artikelen is de inkoopprijs niet bekend, en de marge daarom ook niet.';

function reasonOf(name: string): string {
  return `niet bekend: Het platform geeft dit bedrag niet door: ${name}.`;
}

/** What assistive technology and the keyboard reach in the lines with this name. */
function notKnownReasons(name: RegExp): (string | null)[] {
  return screen
    .getAllByRole('row', { name })
    .flatMap((row) => within(row).queryAllByRole('button'))
    .map((button) => button.getAttribute('aria-label'));
}

describe('the financial report page', () => {
  it.each([
    ['the previous month on the first of a month', '2026-12-01T22:30:00Z', 'from=2026-11-01&to=2026-11-30'],
    ['the month by the day in Amsterdam, not in UTC', '2026-12-01T23:30:00Z', 'from=2026-12-01&to=2026-12-31'],
  ])('shows by default %s', async (_rule, now, query) => {
    await renderPage(<ReportPage />, { now });
    await statement();
    expect(host.asked).toContain(`${REPORT}?${query}`);
  });

  it('shows every amount of the report', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    const shown = shownFigures();
    await user.click(screen.getByRole('radio', { name: 'Incl. btw' }));
    for (const figure of shownFigures()) shown.add(figure);
    const missing = amountsOf(createNumberedReport()).filter((amount) => !shown.has(inDutch(amount)));
    expect(missing).toEqual([]);
  });

  it('names what the platform does not know, and shows the reason in place of each figure', async () => {
    host.answer(REPORT, () => ({ body: unknownReport('cost', 'tips', 'differences', 'payment_methods') }));
    await renderPage(<ReportPage />);
    await statement();
    expect(notKnownReasons(/^Inkoopwaarde van de omzet/)).toEqual([COST_REASON]);
    expect(notKnownReasons(/^Brutomarge/)).toEqual([COST_REASON]);
    expect(notKnownReasons(/^Fooien/)).toEqual([reasonOf('fooien')]);
    expect(notKnownReasons(/^Afrondingsverschillen/)).toEqual([
      // Three figures of the turnover, of what was paid directly and of the VAT return, one of the groups.
      ...Array.from({ length: 10 }, () => reasonOf('afrondingsverschillen')),
    ]);
    expect(
      screen.getByText(
        'Niet bekend op dit platform: inkoopwaarde en marge, fooien, afrondingsverschillen, betaalwijze per betaling. Totalen zijn zonder deze bedragen.',
      ),
    ).toBeDefined();
    expect(screen.getByText('(de betaalwijze per betaling is niet bekend)')).toBeDefined();
  });

  it('says which parts a total and a check lack', async () => {
    host.answer(REPORT, () => ({ body: unknownReport('tips', 'prepayments', 'differences') }));
    await renderPage(<ReportPage />);
    await statement();
    for (const name of [
      'Totaal geen omzet zonder fooien, vooruitbetalingen (niet bekend)',
      'Omzet zonder afrondingsverschillen (niet bekend)',
      'Totaal zonder afrondingsverschillen (niet bekend)',
      /Betaalwijzen samen = totaal direct betaald zonder afrondingsverschillen, fooien, vooruitbetalingen \(niet bekend\)$/,
    ]) {
      expect(screen.getAllByRole('rowheader', { name })[0]).toBeDefined();
    }
    expect(screen.getAllByRole('rowheader', { name: /^Totaal direct betaald zonder/ })).toHaveLength(2);
  });

  it('covers the chosen tills and names them above its figures, and so do the rows behind those', async () => {
    const { user, router } = await renderPage(<ReportPage />, { address: '/report?period=2026-10-01..2026-10-31' });
    await statement();
    await user.click(await screen.findByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'linde.example' }));
    await waitFor(() => expect(heading()).toHaveProperty('textContent', expect.stringContaining('linde.example')));
    expect(host.asked).toContain(`${REPORT}?from=2026-10-01&to=2026-10-31&shop_id=17`);
    expect(screen.getByRole('button', { name: 'Winkel: linde.example', hidden: true })).toBeDefined();
    const [figure] = within(await statement()).getAllByRole('link', { hidden: true });
    expect(figure?.getAttribute('href')).toContain('shop_id=17');
    expect(router.state.location.search).toEqual({ period: '2026-10-01..2026-10-31', shop_id: '17' });
  });

  it('shows the figures of the previous period under its name until the new ones arrive', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    const release = host.hold(REPORT, (query) => ({ body: reportOf(query) }));
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    expect(screen.getByRole('button', { name: /Vorige maand/ }).textContent).toContain('za 31 okt 2026');
    expect(heading().textContent).toContain('zo 1 nov – ma 30 nov 2026');
    expect(heading().textContent).toContain('Nieuwe cijfers worden opgehaald');
    expect(figures().getAttribute('aria-busy')).toBe('true');
    release();
    await waitFor(() => expect(figures().getAttribute('aria-busy')).toBe('false'));
    expect(heading().textContent).toContain('do 1 okt – za 31 okt 2026');
  });

  it('stores period, location, side and charts in its address', async () => {
    const { user, router } = await renderPage(<ReportPage />);
    await statement();
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    await user.click(screen.getByRole('radio', { name: 'Incl. btw' }));
    await user.click(screen.getAllByRole('radio', { name: 'Grafiek' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Zwolle' }));
    expect(router.state.location.search).toEqual({
      period: 'last-month',
      side: 'wt',
      charts: 'direct',
      location_id: '5',
    });
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    expect(router.state.location.search).not.toHaveProperty('location_id');
  });

  it('draws rates, methods, groups and shops as bars with the same figures', async () => {
    await renderPage(<ReportPage />, { address: '/report?charts=direct,groups' });
    await statement();
    for (const name of [/^Btw-tarieven/, /^Betaalwijzen/, /^Omzetgroepen/, /^Winkels/]) {
      expect(within(screen.getByRole('table', { name })).getAllByRole('row').length).toBeGreaterThan(1);
    }
    const rates = screen.getByRole('table', { name: /^Btw-tarieven/ });
    const [rate] = reportOf(new URLSearchParams()).direct_paid.rates;
    expect(within(rates).getByText(inDutch(rate?.total_wt ?? 0))).toBeDefined();
  });

  it('draws no bar and no share for an unknown figure', async () => {
    host.answer(REPORT, () => ({ body: unknownReport('differences') }));
    await renderPage(<ReportPage />, { address: '/report?charts=groups' });
    await statement();
    const groups = within(screen.getByRole('table', { name: /^Omzetgroepen/ }));
    const rounding = groups.getByRole('row', { name: /^Afrondingsverschillen/ });
    expect(
      within(rounding)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['niet bekend', '']);
  });

  it('flags a few cents below 0 at a rate as rounding, on a separate line', async () => {
    host.answer(REPORT, (query) => {
      const report = reportOf(query);
      const [first, ...others] = report.direct_paid.rates;
      const rates = first ? [first, { ...first, tax_rate_id: 9, base: -0.01, tax: 0, total_wt: -0.01 }, ...others] : [];
      return { body: { ...report, direct_paid: { ...report.direct_paid, rates } } };
    });
    await renderPage(<ReportPage />);
    await statement();
    const flags = screen.getAllByText('afronding');
    expect(flags.map((flag) => flag.closest('tr')?.textContent)).toEqual(
      Array(2).fill(expect.stringContaining('−0,01')),
    );
  });

  it('shows the VAT of each rate by box of the return, which adds up to the turnover', async () => {
    await renderPage(<ReportPage />);
    await statement();
    const vat = screen.getByRole('table', { name: 'Btw per tarief, voor de aangifte' });
    const cells = (name: RegExp) =>
      within(within(vat).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(within(vat).getByRole('rowheader', { name: /^1a\. / })).toBeDefined();
    expect(cells(/^Omzet/)).toEqual(['7,25', '1,00', '8,25']);
  });

  it('says in whole euros what to enter in the return', async () => {
    await renderPage(<ReportPage />);
    await statement();
    const declared = screen.getByRole('table', { name: 'In te vullen in de aangifte, in hele euro’s' });
    const [high, low, owed] = within(declared)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect([high, low, owed].flat().every((text) => /^−?[\d.]*$/.test(text ?? ''))).toBe(true);
    expect(Number(owed?.[1])).toBe(Number(high?.[1]) + Number(low?.[1]));
    expect(screen.getByText(/Niet meegenomen, .*voorbelasting \(5b\).*privégebruik \(1d\)/)).toBeDefined();
  });

  it.each([
    ['location_id=3', {}, 'De aangifte is voor het hele bedrijf: kies alle winkels.'],
    ['shop_id=17', {}, 'De aangifte is voor het hele bedrijf: kies alle winkels.'],
    [
      'location_id=3',
      { lockedLocation: { id: 3, title: 'Utrecht' } },
      'De aangifte is voor het hele bedrijf, en u ziet alleen deze vestiging.',
    ],
  ])('has nothing to enter in the return for a part of the company: %s, %o', async (place, user, line) => {
    await renderPage(<ReportPage />, { address: `/report?${place}`, ...user });
    await statement();
    expect(screen.getByText(line)).toBeDefined();
    expect(screen.queryByRole('table', { name: /^In te vullen in de aangifte/ })).toBeNull();
    expect(screen.queryByText(/naar beneden afgerond/)).toBeNull();
  });
});

async function statement(): Promise<HTMLElement> {
  await screen.findByRole('heading', { name: 'Omzet' });
  return figures();
}

function figures(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[aria-busy]');
  if (!element) throw new Error('there is no statement');
  return element;
}

function heading(): HTMLElement {
  const element = figures().previousElementSibling;
  if (!(element instanceof HTMLElement)) throw new Error('the statement has no heading');
  return element;
}

/** Amounts end in 25 cents, ids do not; 38.25 is the percentage. */
function amountsOf(report: WholeReport): number[] {
  const amounts: number[] = [];
  JSON.stringify(report, (_key, value) => {
    if (typeof value === 'number' && Math.abs(value % 1) === 0.25 && value !== 38.25) amounts.push(value);
    return value;
  });
  return amounts;
}

/** Without signs: subtracted amounts have a minus. */
function shownFigures(): Set<string> {
  const figures = document.querySelectorAll('[data-read]');
  return new Set([...figures].map((figure) => (figure.textContent ?? '').replace('−', '')));
}

function inDutch(amount: number): string {
  return `${Math.trunc(Math.abs(amount))},25`;
}
