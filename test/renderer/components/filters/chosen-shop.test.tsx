import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useChosenLocation, useChosenPlace } from '../../../../renderer/components/filters/chosen-shop.ts';
import { PlaceFilter } from '../../../../renderer/components/filters/place-filter.tsx';
import { idField } from '../../../../renderer/lib/address/fields.ts';
import { usePageState } from '../../../../renderer/lib/address/navigation.ts';
import { useShopTitle } from '../../../../renderer/lib/queries/shops.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { installFakeHost, listOf } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const SHOPS = '/api/shops';
const GONE = /^Uw voorkeurswinkel is er niet meer/;
const CHAIN = [
  { id: 14, title: 'Linde Utrecht, kassa 1', location_id: 3 },
  { id: 15, title: 'Linde Utrecht, kassa 2', location_id: 3 },
  { id: 16, title: 'Linde Zwolle', location_id: 5 },
  { id: 17, title: 'linde.example', location_id: null },
];
const LOCATIONS = [
  { id: 3, title: 'Utrecht' },
  { id: 5, title: 'Zwolle' },
];
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
    await user.click(screen.getByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Utrecht, kassa 1' }));
    expect(await screen.findByText('asks 14 of all')).toBeDefined();
    expect(screen.queryByText(GONE)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('the filter of places', () => {
  const open = async (name: string) => {
    hostPreferring(null);
    const page = await renderPage(<ChosenShopPage />, { address: name });
    await screen.findByText(/^lists/);
    return page;
  };

  it('offers each location with its shops, the only shop of a location as that location, and the others apart', async () => {
    const { user } = await open('/page');
    await user.click(await screen.findByRole('button', { name: 'Vestiging of winkel' }));
    const options = await screen.findAllByRole('menuitem');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...['Utrecht', 'Utrecht, kassa 1', 'Utrecht, kassa 2', 'Zwolle', 'linde.example'],
    ]);
    expect(screen.getByText('Zonder vestiging')).toBeDefined();
  });

  it('replaces a shop by a location, and a location by a shop', async () => {
    const { user, router } = await open('/page?shop_id=14');
    await user.click(await screen.findByRole('button', { name: 'Winkel: Utrecht, kassa 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Utrecht' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ location_id: '3' }));
    expect(screen.getByText('lists all at 3')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Vestiging: Utrecht' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Utrecht, kassa 2' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ shop_id: '15' }));
    expect(screen.getByText('lists 15 at all')).toBeDefined();
  });

  it('keeps to what an address names that was saved before: the only shop of a location, or a shop and its location', async () => {
    await open('/page?shop_id=16&location_id=5');
    expect(await screen.findByRole('button', { name: 'Winkel: Zwolle' })).toBeDefined();
    expect(screen.getByText('lists 16 at all')).toBeDefined();
  });

  it('states the location of a locked user, and offers its shops', async () => {
    const host = installFakeHost();
    host.answer(SHOPS, () => listOf(CHAIN.slice(0, 2)));
    const { user } = await renderPage(<ChosenShopPage />, { lockedLocation: { id: 3, title: 'Utrecht' } });
    expect(await screen.findByText('Vestiging: Utrecht')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Winkel' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'kassa 1',
      'kassa 2',
    ]);
    expect(host.asked).not.toContain('/api/locations');
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
  host.answer(SHOPS, () => listOf(CHAIN));
  host.answer('/api/locations', () => listOf(LOCATIONS));
}

function ChosenShopPage() {
  const [state, change] = usePageState(FIELDS);
  const place = useChosenPlace(state);
  const location = useChosenLocation(state.location_id);
  return (
    <>
      <PlaceFilter place={place} onChoose={(chosen) => change(place.choicesOf(chosen))} />
      <p>{`asks ${place.shopId ?? 'all'} of ${location.id ?? 'all'}`}</p>
      <p>{`lists ${place.shopId ?? 'all'} at ${place.locationId ?? 'all'}`}</p>
    </>
  );
}

function Titles() {
  const titleOf = useShopTitle();
  return <p>{`[${titleOf(14)}] [${titleOf(4)}]`}</p>;
}
