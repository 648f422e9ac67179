import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PaletteHost } from '../../../../renderer/app/shell/shell-dialogs.tsx';
import { openPalette } from '../../../../renderer/app/shell/shell-store.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import type { Language } from '../../../../shared/contract/language.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const WATERING_CAN = { id: 7, sku: 'TU-7', title: 'Gieter 10 liter', stock: 12 };
const PRICE = { id: 1, product_id: 7, product_price_type_id: 1, from_qty: null, ppu: 10.33, ppu_wt: 12.5 };
const ORDER = {
  id: 31,
  order_number: '2026-00031',
  date_purchased: '2026-11-20T14:05:00+01:00',
  value_wt: 12.5,
  customer_name: '',
};
const VIEW = { id: 'v1', name: 'Retouren oktober', path: '/orders', search: 'status=refunded' };

const host = openPerTest(() => installFakeHost({ readPreferences: { ...DEFAULT_PREFERENCES, views: [VIEW] } }));

beforeEach(() => {
  host.answer('/api/products', () => listOf([WATERING_CAN]));
  host.answer('/api/product-prices', () => listOf([PRICE]));
  host.answer('/api/orders', () => listOf([ORDER]));
  host.answer('/api/customers', () => listOf([]));
});

describe('the palette', () => {
  it('keeps what is typed before its field appears', async () => {
    const { user } = await renderPage(<PaletteHost />);
    act(openPalette);
    await user.keyboard('gieterr{Backspace}');
    expect(((await screen.findByRole('combobox')) as HTMLInputElement).value).toBe('gieter');
    expect(await screen.findByText('Gieter 10 liter')).toBeDefined();
  });

  it('says how many results it found, in a live region that already exists', async () => {
    const { user, field } = await open();
    const state = screen.getByRole('status');
    expect(state.textContent).toBe('');
    await user.type(field, 'gieter');
    await screen.findByText('Gieter 10 liter');
    await waitFor(() => expect(state.textContent).toBe(`${screen.getAllByRole('option').length} gevonden`));
    await user.type(field, '{Backspace>6}');
    await waitFor(() => expect(state.textContent).toBe(''));
  });

  it('finds a customer by number, and no customer without it', async () => {
    const customer = { id: 17763, name: 'Désirée Bakker', city: 'Utrecht', turnover_wt: 120 };
    host.answer('/api/customers/17763', () => ({ body: customer }));
    host.answer('/api/customers/17764', () => ({ status: 404, body: { message: 'no such customer' } }));
    for (const path of ['/api/products', '/api/orders']) host.answer(path, () => listOf([]));
    const { user, router, field } = await open();
    await user.type(field, '17764');
    expect(await screen.findByText(/^Niets gevonden\./)).toBeDefined();
    await user.type(field, '{Backspace}3{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/customers'));
    expect(router.state.location.search).toMatchObject({ q: 'Désirée Bakker' });
  });

  it('opens a page whose name contains the words, ignoring case and accents', async () => {
    const { user, router, field } = await open();
    await user.type(field, 'KORTÍNG');
    await user.click(await screen.findByText('Kortingen'));
    expect(router.state.location.pathname).toBe('/discounts');
  });

  it('opens a part of a page that has several', async () => {
    const { user, router, field } = await open();
    await user.type(field, 'api-sleutels');
    await user.click(await screen.findByText('API-sleutels'));
    expect(router.state.location.pathname).toBe('/local-api/keys');
  });

  it('opens a saved view with its filters', async () => {
    const { user, router, field } = await open();
    await user.type(field, 'retouren');
    await user.click(await screen.findByText('Retouren oktober'));
    expect(router.state.location.href).toBe('/orders?status=refunded&view=v1');
  });

  it('opens a product and an order with the keyboard only', async () => {
    const { user, router, field } = await open();
    await user.type(field, 'gieter');
    await screen.findByText('Gieter 10 liter');
    expect(await screen.findByText('2026-00031')).toBeDefined();
    expect(screen.getByText(/20-11-2026 14:05 · € 12,50/)).toBeDefined();
    const product = screen.getByRole('option', { name: /Gieter 10 liter/ });
    expect(product.getAttribute('aria-selected')).toBe('true');
    expect(field.getAttribute('aria-activedescendant')).toBe(product.id);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/catalog/7'));
  });

  it.each([
    ['omzet', ['Overzicht', 'Verkopen per artikel', 'Financieel rapport', 'Journaalpost', 'Dagstaat']],
    ['btw', ['Financieel rapport', 'Journaalpost', 'Bedrijfsgegevens']],
    ['kasverschil', ['Dagstaat']],
    ['omzet vorige maand', ['Financieel rapport: Vorige maand']],
    ['rapport oktober', ['Financieel rapport: oktober 2026']],
    ['report October', ['Financieel rapport: oktober 2026']],
    ['report march', ['Financieel rapport: maart 2026']],
    ['dagafsluiting', ['Dagstaat']],
    ['storekeeper', ['Gegevensbron']],
    ['gisteren', ['Financieel rapport: Gisteren', 'Dagstaat: Gisteren']],
    ['yesterday', ['Financieel rapport: Gisteren', 'Dagstaat: Gisteren']],
    ['rapport gisteren', ['Financieel rapport: Gisteren', 'Dagstaat: Gisteren']],
    ['dagstaat gisteren', ['Dagstaat: Gisteren']],
    ['report last month', ['Financieel rapport: Vorige maand']],
    ['licht', ['Licht thema']],
    ['dark', ['Donker thema']],
    ['afdrukken', ['Afdrukken']],
  ])('finds pages and actions by a synonym: %s', async (word, names) => {
    host.answer('/api/products', () => listOf([]));
    host.answer('/api/orders', () => listOf([]));
    const { user, field } = await open();
    await user.type(field, word);
    const found = () => screen.getAllByRole('option').map((option) => option.querySelector('span')?.textContent);
    await waitFor(() => expect(found()).toEqual(names));
  });

  it('lists the theme before products with its name', async () => {
    host.answer('/api/products', () => listOf([{ ...WATERING_CAN, title: 'Hanglamp licht hout' }]));
    const { user, field } = await open();
    await user.type(field, 'licht');
    await screen.findByText('Hanglamp licht hout');
    expect(screen.getByRole('option', { name: 'Licht thema' }).getAttribute('aria-selected')).toBe('true');
  });

  it('links to all results if there are more than it shows', async () => {
    host.answer('/api/products', () => ({ body: { count: 1, total: 18, data: [WATERING_CAN] } }));
    const { user, router, field } = await open();
    await user.type(field, 'gieter');
    await user.click(await screen.findByRole('option', { name: 'Alle 18 tonen' }));
    expect(router.state.location.href).toBe('/catalog?q=gieter');
  });

  it('sends no search for a single letter', async () => {
    const { user, field } = await open();
    await user.type(field, 'o');
    await screen.findByRole('option', { name: 'Overzicht' });
    expect(host.asked.filter((path) => path.startsWith('/api/products'))).toEqual([]);
  });

  it('opens with Enter the result for the whole text, and no earlier result', async () => {
    host.answer('/api/products', () => listOf([]));
    const { user, router, field } = await open();
    await user.type(field, '2026-0003');
    await screen.findByText('2026-00031');
    const release = host.hold('/api/orders', ordersOf([38, 3800]));
    await user.keyboard('8{Enter}');
    expect(screen.queryByText('2026-00031')).toBeNull();
    expect(router.state.location.pathname).toBe('/page');
    await waitFor(() => expect(host.asked.at(-1)).toContain('2026-00038'));
    expect(screen.getByText('Bezig met zoeken')).toBeDefined();
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/38'));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  it.each([
    ['2026-00038', '/orders/38'],
    ['tu-8', '/catalog/8'],
  ])('lists the exact code %s first', async (code, path) => {
    host.answer('/api/products', () => listOf([WATERING_CAN, { id: 8, sku: 'TU-8', title: 'Zo goed als 2026-00038' }]));
    host.answer('/api/orders', ordersOf([380, 38]));
    const { user, router, field } = await open();
    await user.type(field, `${code}{Enter}`);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });
});

/** Orders with these ids, and numbers made from them. */
function ordersOf(ids: readonly number[]) {
  return () => listOf(ids.map((id) => ({ ...ORDER, id, order_number: `2026-${String(id).padStart(5, '0')}` })));
}

async function open(language: Language = 'nl') {
  const view = await renderPage(<PaletteHost />, { language });
  act(() => openPalette());
  return { ...view, field: await screen.findByRole('combobox', {}, { timeout: 10_000 }) };
}
