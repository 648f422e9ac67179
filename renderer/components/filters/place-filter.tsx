import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Location } from '../../../shared/contract/locations.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { copyRefusalOfError } from '../../lib/failures.ts';
import { locationsQuery, shopsQuery, useShortShopName } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';
import type { Place } from './chosen-shop.ts';
import { DefaultShopGone } from './default-shop.tsx';
import { FilterMenu, type FilterMenuProps, type FilterOption } from './filter-bar.tsx';
import styles from './filters.module.css';

interface PlaceFilterProps {
  readonly place: Place;
  readonly onChoose: (place: Place) => void;
}

/** A location, one of its shops, or all of them; to a locked user the location is a fact, and its shops are the choice. */
export function PlaceFilter({ place, onChoose }: PlaceFilterProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
  const shops = useQuery(shopsQuery);
  const nameOf = useShortShopName();
  const sites = locked ? [] : locations.data?.data;
  const isWhole = place.shopId === null && (place.locationId === null || place.locationId === locked?.id);
  return (
    <>
      {locked && <LockedLocation title={locked.title} />}
      <OptionsFilter
        label={t(labelOf(place, isWhole, locked !== null))}
        queries={[locations, shops]}
        failed={t(locations.isError ? 'report.locationsFailed' : 'states.shopsFailed')}
        options={
          sites && shops.data ? placeOptions(sites, shops.data.data, place.shopId, nameOf, t('states.noLocation')) : []
        }
        value={isWhole ? null : place.shopId === null ? `location:${place.locationId}` : `shop:${place.shopId}`}
        onChange={(value) => onChoose(placeOf(value))}
      />
    </>
  );
}

interface LocationFilterProps {
  /** Null for all that the user sees. */
  readonly id: number | null;
  readonly onChoose: (id: number | null) => void;
}

/** The same control on a page whose figures the API gives for whole locations alone. */
export function LocationFilter({ id, onChoose }: LocationFilterProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
  if (locked) return <LockedLocation title={locked.title} />;
  return (
    <OptionsFilter
      label={t('terms.location')}
      queries={[locations]}
      failed={t('report.locationsFailed')}
      options={(locations.data?.data ?? []).map((location) => ({ value: String(location.id), label: location.title }))}
      value={id === null ? null : String(id)}
      onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
    />
  );
}

function LockedLocation({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.locked} title={t('report.lockedLocation')}>
      <IconLock size={13} aria-hidden />
      {t('terms.location')}: {title}
    </span>
  );
}

function labelOf({ shopId }: Place, isWhole: boolean, isLocked: boolean) {
  if (shopId !== null || isLocked) return 'states.shop';
  return isWhole ? 'states.place' : 'terms.location';
}

/**
 * Every location with its shops below it, then the shops without one. The only shop of a location is that location, and
 * an option of its own just where it was chosen.
 */
function placeOptions(
  locations: readonly Location[],
  shops: readonly Shop[],
  chosenShopId: number | null,
  nameOf: (title: string) => string,
  elsewhere: string,
): readonly FilterOption[] {
  const optionOf = ({ id, title }: Shop) => ({ value: `shop:${id}`, label: nameOf(title), title });
  const siteIds = new Set(locations.map(({ id }) => id));
  const byLocation = Map.groupBy(shops, ({ location_id: id }) => (id !== null && siteIds.has(id) ? id : null));
  const ofLocations = locations.flatMap(({ id, title }) => {
    const shopsHere = byLocation.get(id) ?? [];
    const isNamed = shopsHere.length > 1 || shopsHere.some((shop) => shop.id === chosenShopId);
    const options = isNamed ? shopsHere.map((shop) => ({ ...optionOf(shop), isNested: true })) : [];
    return [{ value: `location:${id}`, label: title }, ...options];
  });
  const others = (byLocation.get(null) ?? []).map((shop, index) =>
    index === 0 && locations.length > 0 ? { ...optionOf(shop), heading: elsewhere } : optionOf(shop),
  );
  return [...ofLocations, ...others];
}

function placeOf(value: string | null): Place {
  const [kind, id = ''] = value?.split(':') ?? [];
  return { shopId: kind === 'shop' ? Number(id) : null, locationId: kind === 'location' ? Number(id) : null };
}

interface OptionsFilterProps extends FilterMenuProps {
  /** What the options are made of. */
  readonly queries: readonly UseQueryResult[];
  /** Labels the button that reads the options again after a failure. */
  readonly failed: string;
}

function OptionsFilter({ queries, failed, ...menu }: OptionsFilterProps) {
  // While a copy is being read there are no options yet, as while they are being read themselves.
  const refused = queries.filter(({ isError, error }) => isError && copyRefusalOfError(error) === null);
  if (refused.length > 0) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        loading={refused.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const { refetch } of refused) void refetch();
        }}
      >
        {failed}
      </Button>
    );
  }
  return (
    <>
      <FilterMenu {...menu} />
      {menu.value === null && <DefaultShopGone />}
    </>
  );
}
