import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useChosenPlace, useReportPlace } from '../../../../renderer/components/filters/chosen-shop.ts';
import { PlaceFilter } from '../../../../renderer/components/filters/place-filter.tsx';
import { idsField } from '../../../../renderer/lib/address/fields.ts';
import { usePageState } from '../../../../renderer/lib/address/navigation.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { installFakeHost, listOf, platformFailure } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const SHOPS = '/api/shops';
const GONE = /^Uw standaardvestiging bestaat niet meer/;
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
const FIELDS = { shop_id: idsField, location_id: idsField };

describe('the shop that a page uses', () => {
  it('is all shops without a note if none is preferred', async () => {
    hostPreferring(null);
    const { user, router } = await renderPage(<ChosenShopPage />, { address: '/page?shop_id=14' });
    expect(screen.getByText('asks 14 of all')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByText(GONE)).toBeNull();
  });

  it('is the preferred one with its location, or all if the address says so', async () => {
    hostPreferring(14);
    const { user, router } = await renderPage(<ChosenShopPage />);
    expect(await screen.findByText('asks 14 of 3')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ shop_id: 'all' }));
    expect(screen.getByText('asks all of 3')).toBeDefined();
    expect(screen.queryByText(GONE)).toBeNull();
  });

  it('is every shop of the preferred location, or all if the address says so', async () => {
    hostPreferring(null, 3);
    const { user, router } = await renderPage(<ChosenShopPage />);
    expect(await screen.findByText('asks all of 3')).toBeDefined();
    expect(screen.getByText('lists all at 3')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Filter Vestiging weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ shop_id: 'all' }));
    expect(screen.getByText('lists all at all')).toBeDefined();
  });

  it('is all shops, with a note, if the preferred location no longer exists', async () => {
    hostPreferring(null, 99);
    await renderPage(<ChosenShopPage />);
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(screen.getByText('lists all at all')).toBeDefined();
  });

  it('is all shops, with a note, if the preferred one no longer exists', async () => {
    hostPreferring(99);
    const { user, router } = await renderPage(<ChosenShopPage />);
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(screen.getByText('asks all of all')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Utrecht, kassa 1' }));
    expect(await screen.findByText('asks 14 of all')).toBeDefined();
    expect(screen.queryByText(GONE)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('the filter by place', () => {
  const open = async (name: string) => {
    hostPreferring(null);
    const page = await renderPage(<ChosenShopPage />, { address: name });
    await screen.findByText(/^lists/);
    return page;
  };

  it('offers each location with its shops, a single shop as its location, and other shops separately', async () => {
    const { user } = await open('/page');
    await user.click(await screen.findByRole('button', { name: 'Vestiging of winkel' }));
    const options = await screen.findAllByRole('menuitemcheckbox');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...['Alle', 'Utrecht', 'Utrecht, kassa 1', 'Utrecht, kassa 2', 'Zwolle', 'linde.example'],
    ]);
    expect(screen.getByText('Zonder vestiging')).toBeDefined();
  });

  it('chooses several: all shops of a location become that location, and fewer are shops', async () => {
    const { user, router } = await open('/page?shop_id=14');
    const choose = async (name: string) => user.click(await screen.findByRole('menuitemcheckbox', { name }));
    const isChosen = (name: string) => screen.getByRole('menuitemcheckbox', { name }).getAttribute('aria-checked');
    await user.click(await screen.findByRole('button', { name: 'Winkel: Utrecht, kassa 1' }));
    await choose('Utrecht, kassa 2');
    await waitFor(() => expect(router.state.location.search).toEqual({ location_id: '3' }));
    expect([isChosen('Utrecht'), isChosen('Utrecht, kassa 1'), isChosen('Zwolle')]).toEqual(['true', 'true', 'false']);
    await choose('Zwolle');
    await waitFor(() => expect(router.state.location.search).toEqual({ location_id: '3,5' }));
    expect(screen.getByRole('button', { name: 'Vestiging: 2 vestigingen', hidden: true })).toBeDefined();
    await choose('Utrecht, kassa 1');
    await waitFor(() => expect(router.state.location.search).toEqual({ shop_id: '15,16' }));
    expect(screen.getByText('lists 15,16 at all')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Winkel: 2 winkels', hidden: true }).title).toBe(
      'Utrecht, kassa 2, Zwolle',
    );
    await choose('Alle');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('searches a long list, and keeps the choice', async () => {
    const host = installFakeHost();
    const many = Array.from({ length: 12 }, (_, nth) => ({ id: 30 + nth, title: `Vestiging ${nth}` }));
    host.answer(SHOPS, () => listOf(many.map(({ id, title }) => ({ id: id + 100, title, location_id: id }))));
    host.answer('/api/locations', () => listOf(many));
    const { user, router } = await renderPage(<ChosenShopPage />, { address: '/page?location_id=30' });
    await user.click(await screen.findByRole('button', { name: 'Vestiging: Vestiging 0' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Zoek vestiging of winkel' }), 'ing 11');
    expect(screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent)).toEqual(['Vestiging 11']);
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Vestiging 11' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ location_id: '30,41' }));
  });

  it('says that shops could not be read instead of offering none', async () => {
    const host = installFakeHost();
    host.answer(SHOPS, () => platformFailure);
    host.answer('/api/locations', () => listOf(LOCATIONS));
    await renderPage(<ChosenShopPage />);
    expect(await screen.findByRole('button', { name: /Winkels zijn niet geladen/ })).toBeDefined();
  });

  it('shows the location of a locked user, and offers its shops', async () => {
    const host = installFakeHost();
    host.answer(SHOPS, () => listOf(CHAIN.slice(0, 2)));
    const { user } = await renderPage(<ChosenShopPage />, { lockedLocation: { id: 3, title: 'Utrecht' } });
    expect(await screen.findByText('Vestiging: Utrecht')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Winkel' }));
    expect((await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)).toEqual([
      'Alle',
      'kassa 1',
      'kassa 2',
    ]);
    expect(host.asked).not.toContain('/api/locations');
  });
});

function hostPreferring(defaultShopId: number | null, defaultLocationId: number | null = null): void {
  const readPreferences = { ...DEFAULT_PREFERENCES, defaultShopId, defaultLocationId };
  const host = installFakeHost({ readPreferences });
  host.answer(SHOPS, () => listOf(CHAIN));
  host.answer('/api/locations', () => listOf(LOCATIONS));
}

function ChosenShopPage() {
  const [state, change] = usePageState(FIELDS);
  const place = useChosenPlace(state);
  const figures = useReportPlace({ location_id: state.location_id });
  return (
    <>
      <PlaceFilter place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
      <p>{`asks ${place.shopIds ?? 'all'} of ${figures.locationIds ?? 'all'}`}</p>
      <p>{`lists ${place.shopIds ?? 'all'} at ${place.locationIds ?? 'all'}`}</p>
    </>
  );
}
