import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { OverviewPage } from '../../../../renderer/features/overview/overview-page.tsx';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { reportOf, shownReport } from '../report/support/reports.ts';
import { type FakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { DAYS, daysOf, installOverviewHost, REPORT } from './overview-host.ts';

let host: FakeHost;

beforeEach(() => {
  host = installOverviewHost();
});

const ALL_FIGURES = { address: '/page?all=true' };

describe('the cards', () => {
  it('show one figure each for the chosen period, with its change and the days of comparison', async () => {
    const { user, router } = await renderPage(<OverviewPage />);
    await screen.findByText('−50,0%');
    expect(cards()).toEqual([
      'Omzet incl. btw: € 121,12, −50,0% t.o.v. za 14 nov',
      'Orders: 3, −25,0% t.o.v. za 14 nov',
      'Gemiddelde bon incl. btw: € 40,37, −33,3% t.o.v. za 14 nov',
      'Brutomarge: 40,00%, −10,00 %-punt t.o.v. za 14 nov',
    ]);
    expect(screen.queryByRole('table', { name: TABLE })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Deze maand' }));
    expect(router.state.location.search).toEqual({ period: 'this-month' });
    expect(cards()[0]).toBe('Omzet incl. btw: € 787,34, +62,7% t.o.v. 1 t/m 21 okt');
    await user.click(screen.getByText('Alle cijfers'));
    await screen.findByRole('table', { name: TABLE });
    expect(router.state.location.search).toEqual({ period: 'this-month', all: 'true' });
  });

  it('compare today with yesterday if chosen, and say when the figures were read', async () => {
    const { user, router } = await renderPage(<OverviewPage />);
    await screen.findByText('−50,0%');
    expect(screen.getByText(/^Dit zijn de cijfers van \d\d:\d\d\.$/).getAttribute('role')).toBe('status');
    await user.click(screen.getByRole('button', { name: 'Vergelijk met gisteren' }));
    await waitFor(() => expect(cards()[1]).toMatch(/^Orders: 3, .* t\.o\.v\. vr 20 nov$/));
    expect(router.state.location.search).toEqual({ before: 'yesterday' });
    expect(screen.getByText(/vergeleken met vr 20 nov/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Vergelijk met vorige zaterdag' }));
    await waitFor(() => expect(cards()[1]).toBe('Orders: 3, −25,0% t.o.v. za 14 nov'));
    await user.click(screen.getByRole('radio', { name: 'Deze maand' }));
    expect(screen.queryByRole('button', { name: /^Vergelijk met/ })).toBeNull();
  });

  it('show no average receipt without orders, and no change over 999%', async () => {
    host.answer(DAYS, (query) => {
      const { data, ...range } = daysOf(query);
      const changed = data.map((day) => {
        if (day.date === '2026-11-21') return { ...day, orders: 0 };
        return day.date === '2026-11-14' ? { ...day, turnover_wt: 1 } : day;
      });
      return { body: { ...range, data: changed } };
    });
    await renderPage(<OverviewPage />);
    await screen.findByText('> 999%');
    expect(cards()[0]).toBe('Omzet incl. btw: € 121,12, > 999% t.o.v. za 14 nov');
    expect(cards()[2]).toBe('Gemiddelde bon incl. btw: –, geen vergelijking');
  });
});

describe('the table of all figures', () => {
  it('shows the figures of today, this week and this month, with their changes and what they are compared with', async () => {
    await renderPage(<OverviewPage />, ALL_FIGURES);
    await screen.findByRole('link', { name: '484,00' });
    await waitFor(() => expect(cellsOf('Omzet incl. btw')).toHaveLength(9));
    expect(cellsOf('Omzet incl. btw')).toEqual([
      ...['121,12', '−50,0%242,24', '–0,00'],
      ...['363,60', '−14,2%423,74', '–0,00'],
      ...['787,34', '+62,7%484,00', '+116,9%363,00'],
    ]);
    expect(cellsOf('Omzet excl. btw').slice(0, 2)).toEqual(['100,10', '−50,0%200,20']);
    expect(cellsOf('Orders').slice(0, 3)).toEqual(['3', '−25,0%4', '–0']);
    expect(cellsOf('Gemiddelde bon incl. btw').slice(0, 3)).toEqual(['40,37', '−33,3%60,56', '–']);
    expect(cellsOf('Brutomarge').slice(0, 3)).toEqual(['40,00%', '−10,00 %-punt50,00%', '–']);
    expect(cellsOf('Verleende korting').slice(0, 2)).toEqual(['1,50', '+50,0%1,00']);
  });

  it('names the compared days, and says which of them count in full', async () => {
    await renderPage(<OverviewPage />, ALL_FIGURES);
    await screen.findByRole('link', { name: '242,24' });
    const headings = within(await table()).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent).slice(4)).toEqual([
      ...['za 21 nov', 't.o.v. za 14 nov*', 't.o.v. 2025 za 22 nov*'],
      ...['16 t/m 21 nov', 't.o.v. 9 t/m 14 nov*', 't.o.v. 2025 17 t/m 22 nov*'],
      ...['1 t/m 21 nov', 't.o.v. 1 t/m 21 okt*', 't.o.v. 2025 1 t/m 21 nov*'],
    ]);
    expect(screen.getByText(/^\* Hele dag: de cijfers tot \d\d:\d\d zijn niet bekend\./)).toBeDefined();
    expect(
      screen.getByText(/^Vandaag \(za 21 nov\) tot \d\d:\d\d, vergeleken met za 14 nov, hele dagen\./),
    ).toBeDefined();
  });

  it('compares today with the same weekday of last week up to the same time, which no other page shows', async () => {
    host.answer(DAYS, (query) => {
      const { data, ...range } = daysOf(query);
      const until = query.get('until');
      if (until === null) return { body: { ...range, data } };
      const begun = data.map((day) => ({ ...day, orders: 2, turnover: 50.05, turnover_wt: 60.56 }));
      return { body: { ...range, until, data: begun } };
    });
    await renderPage(<OverviewPage />, ALL_FIGURES);
    await waitFor(() => expect(cellsOf('Omzet incl. btw')[1]).toBe('+100,0%60,56'));
    const [, compared] = within(await table())
      .getAllByRole('columnheader')
      .slice(4);
    expect(compared?.textContent).toBe('t.o.v. za 14 nov');
    // The minute in which the figures of today were read, shown above them.
    const minute = /^Stand van (\d\d:\d\d)/.exec(screen.getByText(/^Stand van/).textContent ?? '')?.[1];
    expect(
      screen.getByText(`Vandaag (za 21 nov) tot ${minute}, vergeleken met za 14 nov tot ${minute}.`, { exact: false }),
    ).toBeDefined();
    const askedUntil = host.asked.filter((path) => path.includes('&until='));
    expect(new Set(askedUntil.map((path) => new URLSearchParams(path.split('?')[1]).get('until')))).toEqual(
      new Set([minute]),
    );
    expect(addressOf(screen.getByRole('link', { name: /^Hele dagen vergelijken/ }))).toBe(
      '/report?period=this-month&compare=last-year',
    );
    expect(screen.queryByRole('link', { name: '60,56' })).toBeNull();
  });

  it('starts without VAT for an accountant, unless the address says otherwise', async () => {
    await renderPage(<OverviewPage />, { roles: ['accountant'], ...ALL_FIGURES });
    expect(firstRow(await table())).toBe('Omzet excl. btwin euro');
    cleanup();
    const { user, router } = await renderPage(<OverviewPage />, {
      roles: ['accountant'],
      address: '/page?all=true&side=wt',
    });
    expect(firstRow(await table())).toBe('Omzet incl. btwin euro');
    await user.click(screen.getByRole('radio', { name: 'Excl. btw' }));
    expect(router.state.location.search).toEqual({ all: 'true', side: 'ex' });
  });

  it('links each figure to what is behind it', async () => {
    await renderPage(<OverviewPage />, ALL_FIGURES);
    const figure = (name: string) => within(screen.getByRole('table', { name: TABLE })).findAllByRole('link', { name });
    await table();
    expect((await figure('121,12')).map(addressOf)).toEqual(['/report?period=today']);
    expect((await figure('242,24')).map(addressOf)).toEqual(['/report?period=2026-11-14..2026-11-14']);
    expect((await figure('3')).map(addressOf)).toEqual(['/orders?status=processing,complete,refunded&period=today']);
    expect((await figure('1,50')).map(addressOf)).toEqual([
      '/discounts?period=today&only_counting=true&include_negative=true',
    ]);
    const card = screen.getByRole('link', { name: '€\u00a0121,12' });
    expect(addressOf(card)).toBe('/report?period=today');
  });

  it('shows no figures of all shops while the location of the preferred one is unknown', async () => {
    host = installOverviewHost({ readPreferences: { ...DEFAULT_PREFERENCES, defaultShopId: 14 } });
    host.answer('/api/shops', () => platformFailure);
    const { user } = await renderPage(<OverviewPage />, ALL_FIGURES);
    await screen.findByText('The platform did not answer');
    await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(screen.queryByRole('table')).toBeNull();
    host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
    // Once a shop is preferred, the shops are read again, which replaces the button.
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    await screen.findByRole('link', { name: '121,12' });
    expect(host.asked).toContain(`${DAYS}?from=2026-10-01&to=2026-11-30&location_id=3`);
  });

  it('shows no zero for what is not loaded', async () => {
    const release = host.hold(DAYS, (query) => ({ body: daysOf(query) }));
    await renderPage(<OverviewPage />, ALL_FIGURES);
    const shown = await table();
    await waitFor(() => expect(shown.querySelector('[data-pending]')).not.toBeNull());
    expect(within(shown).queryAllByRole('link')).toEqual([]);
    expect(shown.textContent).not.toMatch(/\d,\d\d|\d %/);
    release();
    await screen.findByRole('link', { name: '121,12' });
  });

  it('shows no margin for days with unknown cost, says why, and compares nothing with it', async () => {
    host.answer(DAYS, (query) => {
      const { data, ...range } = daysOf(query);
      return {
        body: { ...range, data: data.map((day) => (day.date === '2026-11-14' ? { ...day, cost: null } : day)) },
      };
    });
    await renderPage(<OverviewPage />, ALL_FIGURES);
    await screen.findByRole('link', { name: '121,12' });
    await waitFor(() =>
      expect(cellsOf('Brutomarge').slice(0, 5)).toEqual(['40,00%', 'niet bekend', '–', '46,67%', 'niet bekend']),
    );
    const margins = within(screen.getByRole('row', { name: /^Brutomarge/ })).getAllByRole('button');
    expect(margins.map((button) => button.getAttribute('aria-label'))).toContainEqual(
      expect.stringMatching(/^niet bekend: Van sommige artikelen is de inkoopprijs niet bekend/),
    );
  });
});

describe('the turnover by day', () => {
  it('is a table on request, in which a day links to its report', async () => {
    const { user, router } = await renderPage(<OverviewPage />);
    await user.click(screen.getByRole('radio', { name: 'Als tabel' }));
    const days = await screen.findByRole('table', { name: 'Omzet per dag' });
    const row = within(days).getByRole('row', { name: /^za 21 nov, nog niet voorbij/ });
    expect(addressOf(within(row).getByRole('link', { name: '121,12' }))).toBe('/report?period=2026-11-21..2026-11-21');
    expect(router.state.location.search).toEqual({ days: 'table' });
  });
});

describe('the figures of the month', () => {
  it('link to the rows that they are made of', async () => {
    await renderPage(<OverviewPage />, { address: '/page?side=ex' });
    const groups = await screen.findByRole('table', { name: 'Per omzetgroep' });
    const group = reportOf(new URLSearchParams()).turnover_by_group.rows.find(({ title }) => title === 'Boeken');
    const link = within(within(groups).getByRole('row', { name: /^Boeken/ })).getByRole('link');
    expect(addressOf(link)).toBe(
      `/rows/items?from=2026-11-01&to=2026-11-30&type=product&product_group_id=8&figure=group&side=ex&amount=${group?.total}`,
    );
    const methods = screen.getByRole('table', { name: 'Per betaalwijze' });
    const cash = reportOf(new URLSearchParams()).direct_paid.payment_methods[0];
    expect(addressOf(within(within(methods).getByRole('row', { name: /^Contant/ })).getByRole('link'))).toBe(
      `/rows/payments?from=2026-11-01&to=2026-11-30&provider_method_type_id=6&amount=${cash?.amount}`,
    );
  });

  it('leave the rest of the page if they fail', async () => {
    host.answer(REPORT, () => platformFailure);
    await renderPage(<OverviewPage />);
    await screen.findByRole('link', { name: /121,12$/ });
    const section = screen.getByRole('region', { name: 'Per winkel' });
    expect((await within(section).findByRole('alert')).textContent).toContain('kassaplatform');
    const attention = screen.getByRole('region', { name: 'Vraagt aandacht' });
    expect(attention.textContent).toContain('Of de controles van deze maand kloppen, is niet bekend.');
    expect(attention.textContent).not.toContain('Niets vraagt nu aandacht.');
  });
});

const TABLE = 'Vandaag, deze week en deze maand';

async function table(): Promise<HTMLElement> {
  return screen.findByRole('table', { name: TABLE });
}

/** Each card as one line. */
function cards(): string[] {
  return screen.getAllByRole('term').map((term) => {
    const [figure, change] = [...(term.parentElement?.querySelectorAll('dd') ?? [])];
    return `${term.textContent}: ${figure?.textContent}, ${change?.textContent}`.replaceAll('\u00a0', ' ');
  });
}

describe('the lists of the month on a platform that does not know everything', () => {
  it('have no bars for an unknown section', async () => {
    host.answer(REPORT, (query) => ({ body: shownReport(query) }));
    await renderPage(<OverviewPage />);
    const groups = await screen.findByRole('region', { name: /^Per omzetgroep/ });
    expect(await within(groups).findByText('Niet bekend op dit platform: omzet per omzetgroep')).toBeDefined();
    expect(within(groups).queryByRole('table')).toBeNull();
    const methods = screen.getByRole('region', { name: /^Per betaalwijze/ });
    expect(within(methods).getByText('Niet bekend op dit platform: directe betalingen')).toBeDefined();
  });
});

function cellsOf(measure: string): (string | null)[] {
  const row = screen.getByRole('row', { name: new RegExp(`^${measure}`) });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

function firstRow(shown: HTMLElement): string | null | undefined {
  return within(shown).getAllByRole('rowheader')[0]?.textContent;
}

function addressOf(link: HTMLElement): string {
  return decodeURIComponent(link.getAttribute('href') ?? '');
}
