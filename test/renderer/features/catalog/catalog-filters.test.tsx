import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CatalogPage } from '../../../../renderer/features/catalog/catalog-page.tsx';
import { chooseForColumn, findRowHeading, sortableColumns } from '../../support/table.ts';
import type { FakeHost } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installCatalogHost, searchesOf } from './catalog-host.ts';
import { answerPrices, answerProducts, priceOf, productsOf } from './shop-catalog.ts';

let host: FakeHost;

beforeEach(() => {
  host = installCatalogHost();
});

describe('the filters of the catalog', () => {
  it('are read from the address, and sent to the API', async () => {
    await renderPage(<CatalogPage />, {
      address: '/catalog?q=pot&product_group_id=5&stock=negative&tax_rate_id=2&priced=false&sort=-stock',
    });
    await rowsShown();
    expect(searchesOf(host)).toEqual([
      'q=pot&product_group_id=5&stock=negative&tax_rate_id=2&priced=false&sort=-stock',
    ]);
    expect(search().value).toBe('pot');
    for (const chip of [
      'Omzetgroep: Planten',
      'Voorraad: Negatief',
      'Btw-tarief: NL 9%',
      'Verkoopprijs: Zonder prijs',
    ]) {
      expect(await filters().findByRole('button', { name: chip })).toBeDefined();
    }
  });

  it('send the choice, put it in the address, and can be removed', async () => {
    const { user, router } = await renderPage(<CatalogPage />, { address: '/catalog' });
    await rowsShown();
    await user.click(filters().getByRole('button', { name: 'Btw-tarief' }));
    await user.click(await filters().findByRole('menuitem', { name: 'NL 9%' }));
    await waitFor(() => expect(searchesOf(host)).toEqual(['sort=title', 'tax_rate_id=2&sort=title']));
    expect(router.history.location.search).toBe('?tax_rate_id=2');
    await user.click(filters().getByRole('button', { name: 'Filter Btw-tarief weghalen' }));
    await waitFor(() => expect(router.history.location.search).toBe(''));
  });

  it('find a group among many by its words or its code', async () => {
    const { user, router } = await renderPage(<CatalogPage />, { address: '/catalog' });
    await rowsShown();
    await user.click(filters().getByRole('button', { name: 'Omzetgroep' }));
    const field = await screen.findByLabelText('Zoek een omzetgroep');
    await user.type(field, '8039');
    expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Groep 408039',
    ]);
    await user.clear(field);
    await user.type(field, 'plánt{Enter}');
    await waitFor(() => expect(router.history.location.search).toBe('?product_group_id=5'));
    await waitFor(() => expect(searchesOf(host)).toContain('product_group_id=5&sort=title'));
  });

  it('are not offered if the platform does not support them, and neither are such sorts', async () => {
    host = installCatalogHost(6, ['tax_rate_id', 'priced', 'sort=price', 'sort=title']);
    const { user } = await renderPage(<CatalogPage />, { address: '/catalog' });
    await rowsShown();
    await waitFor(() => expect(filters().queryByRole('button', { name: 'Btw-tarief' })).toBeNull());
    expect(filters().queryByRole('button', { name: 'Verkoopprijs' })).toBeNull();
    expect(filters().getByRole('button', { name: 'Voorraad' })).toBeDefined();
    const sortable = await sortableColumns(user);
    expect(sortable).not.toContain('Prijs incl. btw');
    expect(sortable).toContain('Prijs excl. btw');
    expect(searchesOf(host).at(-1)).toBe('');
  });
});

describe('the search of the catalog', () => {
  it('says that the best match comes first, unless a column is sorted', async () => {
    const { user } = await renderPage(<CatalogPage />, { address: '/catalog?q=pot' });
    expect(await screen.findByText('450 artikelen, beste treffer eerst')).toBeDefined();
    await chooseForColumn(user, 'Artikel', 'Oplopend sorteren');
    expect(await screen.findByText('450 artikelen')).toBeDefined();
  });
});

describe('the prices in the catalog', () => {
  it('are marked if a product has more than one', async () => {
    host.answer('/api/products', answerProducts(productsOf(2)));
    host.answer(
      '/api/product-prices',
      answerPrices((id) => [priceOf(id, { id: 9 }), ...(id === 1 ? [priceOf(id, { id: 7, ppu_wt: 77 })] : [])]),
    );
    await renderPage(<CatalogPage />, { address: '/catalog' });
    const mark = await screen.findByRole('img', { name: /^Dit artikel heeft 2 verkoopprijzen tegelijk/ });
    expect(mark.closest('tr')?.textContent).toContain('77,00');
    expect(screen.getAllByRole('img', { name: /verkoopprijzen/ })).toHaveLength(1);
  });
});

function filters() {
  return within(screen.getByLabelText('Filters'));
}

function search(): HTMLInputElement {
  return screen.getByRole('searchbox', { name: 'Titel of artikelnummer' });
}

async function rowsShown(): Promise<void> {
  await findRowHeading('SKU-1');
}
