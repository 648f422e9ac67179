import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useChosenLocation, useChosenShop } from '../../../../renderer/components/filters/chosen-shop.ts';
import { ShopFilter } from '../../../../renderer/components/filters/shop-filter.tsx';
import { idField } from '../../../../renderer/lib/address/fields.ts';
import { usePageState } from '../../../../renderer/lib/address/navigation.ts';
import { useShopTitle } from '../../../../renderer/lib/queries/shops.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { installFakeHost, listOf } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const SHOPS = '/api/shops';
const GONE = /^Uw voorkeurswinkel is er niet meer/;
const FIELDS = { shop_id: idField, location_id: idField };

describe('the shop that is chosen on a page', () => {
  it('is all of them without a note where none is preferred', async () => {
    hostPreferring(null);
    const { user, router } = await renderPage(<ChosenShopPage />, { address: '/page?shop_id=14' });
    expect(screen.getByText('asks 14 of all')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByText(GONE)).toBeNull();
  });

  it('is the preferred one, with its location, and all of them where the address states it', async () => {
    hostPreferring(14);
    const { user, router } = await renderPage(<ChosenShopPage />);
    expect(await screen.findByText('asks 14 of 3')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ shop_id: 'all' }));
    expect(screen.getByText('asks all of 3')).toBeDefined();
    expect(screen.queryByText(GONE)).toBeNull();
  });

  it('is all of them, with a note about it, where the preferred one is gone', async () => {
    hostPreferring(99);
    const { user, router } = await renderPage(<ChosenShopPage />);
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(screen.getByText('asks all of all')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Winkel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Kassa Utrecht' }));
    expect(await screen.findByText('asks 14 of all')).toBeDefined();
    expect(screen.queryByText(GONE)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('the title of a shop', () => {
  it('is blank while the shops are being read, and its number where it is not among them', async () => {
    const host = installFakeHost();
    const release = host.hold(SHOPS, () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
    await renderPage(<Titles />);
    expect(await screen.findByText('[] []')).toBeDefined();
    release();
    expect(await screen.findByText('[Kassa Utrecht] [#4]')).toBeDefined();
  });
});

function hostPreferring(defaultShopId: number | null): void {
  const host = installFakeHost({ readPreferences: { ...DEFAULT_PREFERENCES, defaultShopId } });
  host.answer(SHOPS, () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
}

function ChosenShopPage() {
  const [state, change] = usePageState(FIELDS);
  const shop = useChosenShop(state.shop_id);
  const location = useChosenLocation(state.location_id);
  return (
    <>
      <ShopFilter id={shop.id} onChoose={(id) => change({ shop_id: shop.choiceOf(id) })} />
      <p>{`asks ${shop.id ?? 'all'} of ${location.id ?? 'all'}`}</p>
    </>
  );
}

function Titles() {
  const titleOf = useShopTitle();
  return <p>{`[${titleOf(14)}] [${titleOf(4)}]`}</p>;
}
