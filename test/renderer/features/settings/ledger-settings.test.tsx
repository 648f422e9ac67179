import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CompanySettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { reportOf } from '../report/support/reports.ts';
import { platformFailure } from '../support/fake-host.ts';
import { installJournalWorld, REPORT, without } from '../support/journal-world.ts';
import { renderPage } from '../support/render-page.tsx';

const world = openPerTest(installJournalWorld);

const SECTION = 'Grootboekrekeningen en btw-codes';

describe('the ledger accounts in the settings', () => {
  it('cover everything in the reference data and the report of the period', async () => {
    await renderPage(<CompanySettingsPage />);
    await waitFor(() => expect(within(section()).getAllByRole('rowheader')).toHaveLength(15));
    const names = within(section())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Pinpas',
      'Contant',
      'Speelgoed',
      'Tuin',
      'Boeken',
      ...['21% NL', '0% NL', '9% NL'],
      'Debiteuren (op rekening)',
      'Afrondingsverschillen',
      'Verkochte cadeaubonnen (verplichting)',
      'Fooien (verplichting)',
      'Vooruitbetalingen (verplichting)',
      'Overig, geen omzet',
      'Dagboek voor SnelStart (geen rekening)',
    ]);
    expect((await field('Pinpas')).value).toBe('1210');
    expect((await field('Speelgoed')).value).toBe('');
    expect(document.activeElement).toBe(document.body);
  });

  it('are opened by the link of a journal, with what its period has', async () => {
    await renderPage(<CompanySettingsPage />, { address: '/page?section=ledgers&period=2026-09-01..2026-09-30' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe(SECTION));
    expect(world.host.asked).toContain(`${REPORT}?from=2026-09-01&to=2026-09-30`);
  });

  it('are saved with Enter, which moves to the next field', async () => {
    world.accounts = without('payment:pin');
    const { user } = await renderPage(<CompanySettingsPage />);
    const next = await field('Contant');
    await user.type(await field('Pinpas'), '1215{Enter}');
    expect(document.activeElement).toBe(next);
    await screen.findByText('Opgeslagen: Pinpas wordt geboekt op 1215');
    expect(world.accounts).toMatchObject({ 'payment:pin': '1215' });
  });

  it('show the VAT code of a rate next to its account', async () => {
    const { user } = await renderPage(<CompanySettingsPage />);
    await field('21% NL');
    const row = within(section()).getByRole('row', { name: /^21% NL/ });
    await user.type(within(row).getByRole('textbox', { name: 'Btw-code van 21% NL' }), 'VH{Enter}');
    await screen.findByText('Opgeslagen: de btw-code van 21% NL is VH');
    expect(world.accounts).toMatchObject({ 'vat_code:1': 'VH' });
  });

  it('are saved when the field loses the focus', async () => {
    const { user } = await renderPage(<CompanySettingsPage />);
    const cash = await field('Contant');
    await user.clear(cash);
    await user.type(cash, ' 1001 ');
    await user.tab();
    await screen.findByText('Opgeslagen: Contant wordt geboekt op 1001');
    expect(changes()).toEqual([{ accounts: { 'payment:cash': '1001' } }]);
  });

  it('are not sent if they are invalid, and the field says why', async () => {
    const { user } = await renderPage(<CompanySettingsPage />);
    const cash = await field('Contant');
    await user.clear(cash);
    await user.type(cash, '10 00');
    await user.tab();
    expect(await screen.findByText('Gebruik cijfers, letters, punten en streepjes')).toBeDefined();
    expect(cash.value).toBe('10 00');
    expect(changes()).toEqual([]);
  });

  it('stay as typed if they could not be saved, and say so', async () => {
    world.bridge.on({
      changeCompany: () => {
        throw new Refusal({ code: 'refused', status: 403 });
      },
    });
    const { user } = await renderPage(<CompanySettingsPage />);
    const cash = await field('Contant');
    await user.clear(cash);
    await user.type(cash, '1001');
    await user.tab();
    expect(await screen.findByText(/Tilldesk kan deze vraag zo niet beantwoorden/)).toBeDefined();
    expect(cash.value).toBe('1001');
    expect(cash.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Niet opgeslagen: 1000 blijft gelden')).toBeDefined();
    await user.type(cash, '{Escape}');
    expect(cash.value).toBe('1000');
    expect(cash.getAttribute('aria-invalid')).toBeNull();
  });

  it('are read-only for staff, who are told so', async () => {
    world.mayChange = false;
    await renderPage(<CompanySettingsPage />, { roles: ['staff'] });
    expect((await field('Pinpas')).closest('fieldset')?.disabled).toBe(true);
    expect(section().textContent).toContain('kan alleen een eigenaar of boekhouder');
  });

  it('say what could not be read, and read it again', async () => {
    world.host.answer('/api/turnover-groups', () => platformFailure);
    world.host.answer(REPORT, () => platformFailure);
    const { user } = await renderPage(<CompanySettingsPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Niet alle betaalwijzen, omzetgroepen en btw-tarieven');
    expect((await field('Pinpas')).value).toBe('1210');
    world.host.answer(REPORT, (query) => ({ body: reportOf(query) }));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await field('Tuin');
  });
});

function section(): HTMLElement {
  return screen.getByRole('region', { name: SECTION });
}

async function field(name: string): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('textbox', { name: `Grootboekrekening van ${name}` });
}

function changes(): unknown[] {
  return world.bridge.calls.filter(({ name }) => name === 'changeCompany').map(({ argument }) => argument);
}
