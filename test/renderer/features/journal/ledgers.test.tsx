import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { JournalPage } from '../../../../renderer/features/journal/journal-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installJournalWorld, without } from './journal-world.ts';

const world = perTest(installJournalWorld);

describe('what has no ledger account', () => {
  it('stands first, and is filled in right there', async () => {
    world.accounts = without('payment:pin', 'vat:1');
    const { user } = await renderPage(<JournalPage />);
    const missing = await screen.findByRole('region', { name: 'Nog 2 posten zonder grootboekrekening' });
    expect(exportButton()).toHaveProperty('disabled', true);

    await user.type(fieldIn(missing, 'Betaalwijze Pinpas'), '1215{Enter}');
    expect(document.activeElement).toBe(fieldIn(missing, 'Btw 21% NL'));
    await screen.findByText('Bewaard: Betaalwijze Pinpas wordt geboekt op 1215');
    expect(world.accounts).toMatchObject({ 'payment:pin': '1215' });
    await screen.findByRole('region', { name: 'Nog 1 post zonder grootboekrekening' });

    await user.type(screen.getByRole('textbox', { name: /Btw 21% NL/ }), '1500{Enter}');
    await waitFor(() => expect(screen.queryByRole('region', { name: /zonder grootboek/ })).toBeNull());
    expect(exportButton()).toHaveProperty('disabled', false);
    expect(document.activeElement?.textContent).toContain('In evenwicht');
  });

  it('is a list to read for who may not change it', async () => {
    world.accounts = without('tips');
    world.mayChange = false;
    await renderPage(<JournalPage />, { roles: ['staff'] });
    const missing = await screen.findByRole('region', { name: 'Nog 1 post zonder grootboekrekening' });
    expect(within(missing).getByText('Fooien')).toBeDefined();
    expect(missing.textContent).toContain('Alleen een eigenaar of boekhouder');
    expect(screen.queryAllByRole('textbox', { name: /Grootboekrekening van/ })).toEqual([]);
  });
});

describe('the VAT codes', () => {
  it('are optional, and a column of the booking once one is set', async () => {
    const { user } = await renderPage(<JournalPage />);
    const field = within(await section()).getByRole('textbox', { name: 'Btw-code van 21% NL' });
    expect(exportButton()).toHaveProperty('disabled', false);
    expect(screen.queryByRole('columnheader', { name: 'Btw-code' })).not.toBeNull();
    const booking = screen.getByRole('table', { name: 'Boeking' });
    expect(within(booking).queryByRole('columnheader', { name: 'Btw-code' })).toBeNull();

    await user.type(field, 'VH{Enter}');
    await screen.findByText('Bewaard: de btw-code van 21% NL is VH');
    expect(world.accounts).toMatchObject({ 'vat_code:1': 'VH' });
    expect(within(booking).getByRole('columnheader', { name: 'Btw-code' })).toBeDefined();
    expect(within(booking).getByRole('row', { name: /Btw 21% NL/ }).textContent).toContain('VH');
  });
});

describe('the ledger accounts', () => {
  it('are of all that the period and the reference data know', async () => {
    await renderPage(<JournalPage />);
    const ledgers = await section();
    await within(ledgers).findByText('Speelgoed');
    const names = within(ledgers)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Pinpas',
      'Contant',
      'Speelgoed',
      'Tuin',
      'Boeken',
      ...['21% NL', '9% NL'],
      ...['21% NL', '9% NL'],
      'Debiteuren (op rekening)',
      'Afrondingsverschillen',
      'Verkochte cadeaubonnen (verplichting)',
      'Fooien (verplichting)',
      'Vooruitbetalingen (verplichting)',
      'Dagboek voor SnelStart (geen rekening)',
    ]);
    expect(fieldIn(ledgers, 'Pinpas').value).toBe('1210');
    expect(fieldIn(ledgers, 'Speelgoed').value).toBe('');
  });

  it('are saved when the field is left, and the booking follows', async () => {
    const { user } = await renderPage(<JournalPage />);
    const field = fieldIn(await section(), 'Contant');
    await user.clear(field);
    await user.type(field, ' 1001 ');
    await user.tab();
    await screen.findByText('Bewaard: Betaalwijze Contant wordt geboekt op 1001');
    expect(changes()).toEqual([{ accounts: { 'payment:cash': '1001' } }]);
    expect(screen.getByRole('table', { name: 'Boeking' }).textContent).toContain('1001');
  });

  it('are not sent when they are none, and the field states why', async () => {
    const { user } = await renderPage(<JournalPage />);
    const field = fieldIn(await section(), 'Contant');
    await user.clear(field);
    await user.type(field, '10 00');
    await user.tab();
    expect(await screen.findByText('Gebruik cijfers, letters, punten en streepjes')).toBeDefined();
    expect(field.value).toBe('10 00');
    expect(changes()).toEqual([]);
  });

  it('stay as typed when they could not be saved, which is reported', async () => {
    world.bridge.on({
      changeCompany: () => {
        throw new Refusal({ code: 'refused', status: 403 });
      },
    });
    const { user } = await renderPage(<JournalPage />);
    const field = fieldIn(await section(), 'Contant');
    await user.clear(field);
    await user.type(field, '1001');
    await user.tab();
    expect(await screen.findByText(/Tilldesk kan deze vraag zo niet beantwoorden/)).toBeDefined();
    expect(screen.queryByText(/^Bewaard/)).toBeNull();
    expect(field.value).toBe('1001');
    expect(screen.getByRole('table', { name: 'Boeking' }).textContent).not.toContain('1001');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Niet bewaard: 1000 blijft gelden')).toBeDefined();
    await user.type(field, '{Escape}');
    expect(field.value).toBe('1000');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });
});

/** Folded until its heading is clicked. */
async function section(): Promise<HTMLElement> {
  const ledgers = await screen.findByRole('region', { name: 'Grootboekrekeningen' });
  fireEvent.click(within(ledgers).getByRole('heading', { name: 'Grootboekrekeningen' }));
  return ledgers;
}

function fieldIn(region: HTMLElement, name: string): HTMLInputElement {
  return within(region).getByRole<HTMLInputElement>('textbox', { name: `Grootboekrekening van ${name}` });
}

function changes(): unknown[] {
  return world.bridge.calls.filter(({ name }) => name === 'changeCompany').map(({ argument }) => argument);
}

function exportButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Exporteren als CSV' });
}
