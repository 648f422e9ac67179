import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { JournalPage } from '../../../../renderer/features/journal/journal-page.tsx';
import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { exampleReport, withFigures } from '../../../unit/shared/report-of-figures.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { reportOf, shownReport } from '../report/support/reports.ts';
import { listOf, platformFailure } from '../support/fake-host.ts';
import { installJournalWorld, REPORT, without } from '../support/journal-world.ts';
import { renderPage } from '../support/render-page.tsx';

const world = openPerTest(installJournalWorld);

describe('the journal page', () => {
  it('books nothing for all shops while the location of the preferred one is unknown', async () => {
    world.bridge.preferences = { ...DEFAULT_PREFERENCES, defaultShopId: 14 };
    world.host.answer('/api/shops', () => platformFailure);
    const { user } = await renderPage(<JournalPage />);
    const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(screen.queryByRole('table')).toBeNull();
    world.host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Zwolle', location_id: 5 }]));
    await user.click(retry);
    await bookingTable();
    expect(world.host.asked).toContain(`${REPORT}?from=2026-11-01&to=2026-11-30&location_id=5`);
  });

  it('books nothing if sections of the report are unknown, and names them', async () => {
    world.host.answer(REPORT, (query) => ({ body: shownReport(query) }));
    await renderPage(<JournalPage />);
    expect(await screen.findByText('Niet te boeken')).toBeDefined();
    const names = 'directe betalingen, op rekening verkocht, omzet per omzetgroep, ontvangen, geen omzet';
    expect(screen.getByText(`Dit platform geeft niet door: ${names}.`)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Exporteren als CSV' }).hasAttribute('disabled')).toBe(true);
  });

  it('books the current month, line by line', async () => {
    await renderPage(<JournalPage />);
    expect(rowsOf(await bookingTable())).toEqual([
      'Grootboekrekening|Omschrijving|Debet|Credit',
      '1000|Betaalwijze Contant|25,00|',
      '1210|Betaalwijze Pinpas|110,88|',
      '4950|Afrondingsverschillen|0,02|',
      '1300|Verkocht op rekening|54,50|',
      '8010|Omzet Tuin||90,00',
      '8020|Omzet Boeken||50,00',
      '1500|Btw 21% NL||18,90',
      '1510|Btw 9% NL||4,50',
      '1650|Verkochte cadeaubonnen||25,00',
      '1660|Fooien||2,00',
      'Totaal|190,40|190,40',
    ]);
    expect(world.host.asked).toContain(`${REPORT}?from=2026-11-01&to=2026-11-30`);
    expect(screen.getByText('Boekdatum 30-11-2026, boekstuk TD-202611')).toBeDefined();
    expect(screen.getByText(/Deze periode is nog niet voorbij/)).toBeDefined();
  });

  it('shows the turnover at each VAT rate, with its code', async () => {
    world.accounts = { ...world.accounts, 'vat_code:1': 'VH' };
    await renderPage(<JournalPage />);
    await bookingTable();
    expect(rowsOf(screen.getByRole('table', { name: 'Omzet per btw-tarief' }))).toEqual([
      'Btw-tarief|Btw-code|Omzet excl. btw|Btw',
      '21% NL|VH|90,00|18,90',
      '9% NL|Geen|50,00|4,50',
      'Totaal van alle tarieven||140,00|23,40',
    ]);
    expect(screen.getByText(/^Vooruitbetalingen en cadeaubonnen staan hier zonder btw/)).toBeDefined();
  });

  it('shows the VAT codes in a column once one is set', async () => {
    world.accounts = { ...world.accounts, 'vat_code:1': 'VH' };
    await renderPage(<JournalPage />);
    expect(rowsOf(await bookingTable())).toContain('1500|Btw 21% NL|VH||18,90');
  });

  it('names what has no ledger account, offers no file, and links to the settings', async () => {
    world.accounts = without('payment:pin', 'vat:1', 'tips');
    await renderPage(<JournalPage />, { address: '/journal?period=2026-10-01..2026-10-31' });
    await bookingTable();
    expect(verdict()).toContain(
      'Exporteren kan pas als deze een grootboekrekening hebben: Betaalwijze Pinpas, Btw 21% NL en Fooien.',
    );
    expect(exportButton()).toHaveProperty('disabled', true);
    const link = screen.getByRole('link', { name: 'Grootboekrekeningen en btw-codes instellen' });
    const address = '/settings/company?section=ledgers&period=2026-10-01..2026-10-31';
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(address);
  });

  it('shows the accounts read-only to users who may not change them', async () => {
    world.mayChange = false;
    await renderPage(<JournalPage />, { roles: ['staff'] });
    expect(await screen.findByRole('link', { name: 'Grootboekrekeningen en btw-codes bekijken' })).toBeDefined();
    expect(verdict()).not.toContain('grootboekrekening');
  });

  it('links payments, sales on account, turnover, VAT and the rest to their rows', async () => {
    await renderPage(<JournalPage />, { address: '/journal?period=2026-10-01..2026-10-31&location_id=3' });
    const links = within(await bookingTable()).getAllByRole('link');
    const days = 'from=2026-10-01&to=2026-10-31&location_id=3';
    expect(links.map((link) => `${link.textContent} ${decodeURIComponent(link.getAttribute('href') ?? '')}`)).toEqual([
      `25,00 /rows/payments?${days}&provider_method_type_id=6&amount=25`,
      `110,88 /rows/payments?${days}&provider_method_type_id=5&amount=110.88`,
      `0,02 /rows/items?${days}&type=rounding&figure=differences&side=wt&amount=0.02&negated=true`,
      `54,50 /rows/items?${days}&type=product&payment_term=invoice&figure=on-account&side=wt&amount=54.5`,
      `90,00 /rows/items?${days}&type=product&product_group_id=7&figure=group&side=ex&amount=90`,
      `50,00 /rows/items?${days}&type=product&product_group_id=8&figure=group&side=ex&amount=50`,
      `18,90 /rows/items?${days}&type=product&tax_rate_id=1&figure=vat&side=vat&amount=18.9`,
      `4,50 /rows/items?${days}&type=product&tax_rate_id=2&figure=vat&side=vat&amount=4.5`,
      `25,00 /rows/items?${days}&type=gift_card&figure=gift-cards&side=wt&amount=25`,
      `2,00 /rows/items?${days}&type=tip&figure=tips&side=wt&amount=2`,
    ]);
  });

  it('shows the residual and the failed checks, and then offers no file', async () => {
    const off = withFigures(exampleReport(), new Map([['direct_paid.payment_methods.0.amount', 24.99]]));
    world.host.answer(REPORT, (query) => ({ body: reportOf(query, off) }));
    await renderPage(<JournalPage />);
    await bookingTable();
    expect(verdict()).toContain('Niet in evenwicht: debet min credit is −€\u00a00,01');
    expect(verdict()).toContain('In het financieel rapport vraagt een controle aandacht: Betaalwijzen');
    expect(exportButton()).toHaveProperty('disabled', true);
  });

  it('names what is unknown in an entry that balances', async () => {
    const report = { ...exampleReport(), unknown: ['cost', 'prepayments', 'payment_methods'] };
    world.host.answer(REPORT, (query) => ({ body: reportOf(query, report) }));
    await renderPage(<JournalPage />);
    await bookingTable();
    expect(verdict()).toContain('In evenwicht');
    expect(verdict()).toContain(
      'Niet of niet volledig geboekt, want niet bekend: vooruitbetalingen, betaalwijze per betaling',
    );
    expect(exportButton()).toHaveProperty('disabled', false);
  });

  it('books one shop under a separate code', async () => {
    await renderPage(<JournalPage />, { address: '/journal?period=last-month&shop_id=17' });
    expect(await screen.findByText('Boekdatum 31-10-2026, boekstuk TD-202610-S17')).toBeDefined();
    expect(world.host.asked).toContain(`${REPORT}?from=2026-10-01&to=2026-10-31&shop_id=17`);
  });

  it('explains for a longer period that a journal covers a day or a month, and links to its last month', async () => {
    const { user } = await renderPage(<JournalPage />, { address: '/journal?period=2026-07-01..2026-09-30' });
    expect(await screen.findByText('Deze periode beslaat meer dan één maand')).toBeDefined();
    expect(exportButton()).toHaveProperty('disabled', true);
    expect(world.host.asked.some((path) => path.startsWith(REPORT))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Laatste maand van deze periode' }));
    expect(await screen.findByText('Boekdatum 30-09-2026, boekstuk TD-202609')).toBeDefined();
    expect(screen.queryByText(/nog niet voorbij/)).toBeNull();
  });

  it('says that the ledger accounts could not be read, and reads them again', async () => {
    world.bridge.on({
      readCompany: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    const { user } = await renderPage(<JournalPage />);
    const alert = await screen.findByRole('alert');
    world.bridge.on({
      readCompany: () => ({ accounts: world.accounts, details: NO_COMPANY_DETAILS, mayChange: true }),
    });
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await bookingTable();
  });
});

async function bookingTable(): Promise<HTMLElement> {
  return screen.findByRole('table', { name: 'Boeking' });
}

function rowsOf(table: HTMLElement): string[] {
  return [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent).join('|'));
}

function verdict(): string {
  return screen.getByText(/evenwicht/).parentElement?.textContent ?? '';
}

function exportButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Exporteren als CSV' });
}
