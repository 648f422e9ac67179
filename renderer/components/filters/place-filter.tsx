import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Location } from '../../../shared/contract/locations.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { findErrorRefusal } from '../../lib/failures.ts';
import { useMe } from '../../lib/host/session.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';
import { locationsQuery, type Place, shopsQuery, useShortShopName } from '../../lib/queries/shops.ts';
import { EVERYWHERE } from './chosen-shop.ts';
import { DefaultShopGone } from './default-shop.tsx';
import { FilterButton } from './filter-bar.tsx';
import styles from './filters.module.css';

interface PlaceFilterProps {
  /** The list or report, whose platform may not support filters by shop or location. Default: it supports both. */
  readonly of?: Pick<Endpoint, 'path'>;
  readonly place: Place;
  readonly onChoose: (place: Place) => void;
}

/**
 * Chooses some locations, some of their shops, or all. A user locked to a location sees that location as text and can
 * choose its shops.
 */
export function PlaceFilter({ of = ANY, place, onChoose }: PlaceFilterProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
  const shops = useQuery(shopsQuery);
  const shortenName = useShortShopName();
  const sites = locked ? [] : locations.data?.data;
  const isRead = sites !== undefined && shops.data !== undefined;
  const isMissing = useIsMissing(of);
  const options = isRead ? createOptions(sites, shops.data.data, shortenName, t('states.noLocation')) : [];
  const { shopIds, locationIds } = place;
  const isOwnLocation = locked !== null && locationIds?.every((id) => id === locked.id) === true;
  const isWhole = shopIds === null && (locationIds === null || isOwnLocation);
  const names = shopIds
    ? shopIds.map((id) => findTitle(shops.data?.data, id, shortenName))
    : (locationIds ?? []).map((id) => findTitle(locations.data?.data, id));
  const kind = shopIds !== null || locked !== null ? 'shop' : isWhole ? 'place' : 'location';
  return (
    <>
      {locked && <LockedLocation title={locked.title} />}
      <OptionsFilter
        label={t(LABELS[kind])}
        queries={[locations, shops]}
        failed={t(locations.isError ? 'report.locationsFailed' : 'states.shopsFailed')}
        options={options.filter(({ value }) => !isMissing(value.startsWith(SHOP) ? 'shop_id' : 'location_id'))}
        chosen={toLeaves(place, options)}
        names={isWhole ? null : names}
        several={t(kind === 'shop' ? 'states.severalShops' : 'states.severalLocations', { count: names.length })}
        all={t(locked ? 'print.allShops' : 'report.allLocations')}
        onChange={(chosen) => onChoose(chosen === null ? EVERYWHERE : toPlace(chosen, options))}
      />
    </>
  );
}

/** A path without missing parameters. */
const ANY = { path: '' };

const LABELS = { shop: 'states.shop', place: 'states.place', location: 'terms.location' } as const;

function LockedLocation({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.locked} title={t('report.lockedLocation')}>
      <IconLock size={13} aria-hidden />
      {t('terms.location')}: {title}
    </span>
  );
}

/** `undefined` if the record is gone, `null` until the records are read. */
function findTitle(
  records: readonly { readonly id: number; readonly title: string }[] | undefined,
  id: number,
  shortenName = (title: string) => title,
): string | null | undefined {
  if (records === undefined) return null;
  const title = records.find((record) => record.id === id)?.title;
  return title === undefined ? undefined : shortenName(title);
}

interface PlaceOption {
  readonly value: string;
  readonly label: string;
  /** Tooltip, if the label is shortened. */
  readonly title?: string;
  /** Is part of the option above it. */
  readonly isNested?: boolean;
  /** A heading above it, which starts a group of options. */
  readonly heading?: string;
  /** The values chosen with this option: the shops of a location, or the location itself if it has none. */
  readonly leaves: readonly string[];
}

const LOCATION = 'location:';

const SHOP = 'shop:';

/** Every location with its shops below it if it has more than one, then the shops without a location. */
function createOptions(
  locations: readonly Location[],
  shops: readonly Shop[],
  shortenName: (title: string) => string,
  elsewhere: string,
): readonly PlaceOption[] {
  const toOption = ({ id, title }: Shop) => ({
    ...{ value: `${SHOP}${id}`, label: shortenName(title), title },
    leaves: [`${SHOP}${id}`],
  });
  const siteIds = new Set(locations.map(({ id }) => id));
  const byLocation = Map.groupBy(shops, ({ location_id: id }) => (id !== null && siteIds.has(id) ? id : null));
  const locationOptions = locations.flatMap(({ id, title }): PlaceOption[] => {
    const nested = (byLocation.get(id) ?? []).map((shop) => ({ ...toOption(shop), isNested: true }));
    const value = `${LOCATION}${id}`;
    const leaves = nested.length > 0 ? nested.flatMap((shop) => shop.leaves) : [value];
    return [{ value, label: title, leaves }, ...(nested.length > 1 ? nested : [])];
  });
  const others = (byLocation.get(null) ?? []).map((shop, index) =>
    index === 0 && locations.length > 0 ? { ...toOption(shop), heading: elsewhere } : toOption(shop),
  );
  return [...locationOptions, ...others];
}

function toLeaves({ shopIds, locationIds }: Place, options: readonly PlaceOption[]): ReadonlySet<string> {
  const values = shopIds ? shopIds.map((id) => `${SHOP}${id}`) : (locationIds ?? []).map((id) => `${LOCATION}${id}`);
  const byValue = new Map(options.map(({ value, leaves }) => [value, leaves]));
  return new Set(values.flatMap((value) => byValue.get(value) ?? [value]));
}

/** Chooses whole locations if nothing else is chosen, so that shops added to them later are included. */
function toPlace(chosen: ReadonlySet<string>, options: readonly PlaceOption[]): Place {
  const whole = options.filter(({ value, leaves }) => value.startsWith(LOCATION) && isAll(leaves, chosen));
  const wholeLeaves = new Set(whole.flatMap(({ leaves }) => leaves));
  const pickIds = (values: readonly string[], prefix: string) =>
    values.flatMap((value) => (value.startsWith(prefix) ? [Number(value.slice(prefix.length))] : []));
  if ([...chosen].every((leaf) => wholeLeaves.has(leaf))) {
    const values = whole.map(({ value }) => value);
    return { shopIds: null, locationIds: pickIds(values, LOCATION) };
  }
  return { shopIds: pickIds([...chosen], SHOP), locationIds: null };
}

function isAll(leaves: readonly string[], chosen: ReadonlySet<string>): boolean {
  return leaves.every((leaf) => chosen.has(leaf));
}

interface OptionsFilterProps extends PlacesMenuProps {
  /** The queries that the options come from. */
  readonly queries: readonly UseQueryResult[];
  /** The label of the button that reads the options again after a failure. */
  readonly failed: string;
}

function OptionsFilter({ queries, failed, ...menu }: OptionsFilterProps) {
  // While a copy is being read there are no options yet. That is not a failure.
  const refused = queries.filter(({ isError, error }) => isError && findErrorRefusal(error) === null);
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
      <PlacesMenu {...menu} />
      {menu.names === null && <DefaultShopGone />}
    </>
  );
}

interface PlacesMenuProps {
  readonly label: string;
  readonly options: readonly PlaceOption[];
  /** The chosen leaves of the options. */
  readonly chosen: ReadonlySet<string>;
  /** The names of the chosen places, see `findTitle`; `null` for all. */
  readonly names: readonly (string | null | undefined)[] | null;
  /** The text of the closed control for several places. */
  readonly several: string;
  /** The printed text if all are chosen. */
  readonly all: string;
  /** `null` for all; never empty. */
  readonly onChange: (chosen: ReadonlySet<string> | null) => void;
}

/** A longer list has a search field. */
const MAX_OPTIONS_WITHOUT_SEARCH = 8;

/**
 * A menu of places, of which several can be chosen. It is a button while all are chosen, else a chip that names or
 * counts them.
 */
function PlacesMenu({ label, options, chosen, names, several, all, onChange }: PlacesMenuProps) {
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const texts = names?.map((name) => (name === null ? '…' : (name ?? t('states.gone')))).join(', ') ?? null;
  const found = options.filter((option) => foldText(`${option.label} ${option.title ?? ''}`).includes(foldText(term)));

  function toggle({ leaves }: PlaceOption) {
    const next = new Set(chosen);
    for (const leaf of leaves) isAll(leaves, chosen) ? next.delete(leaf) : next.add(leaf);
    onChange(next.size === 0 ? null : next);
  }

  return (
    <Menu closeOnItemClick={false}>
      <FilterButton
        label={label}
        text={names !== null && names.length > 1 ? several : texts}
        title={texts ?? undefined}
        printed={texts ?? undefined}
        place={texts ?? undefined}
        all={all}
        onRemove={() => onChange(null)}
        target={Menu.Target}
      />
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {options.length > MAX_OPTIONS_WITHOUT_SEARCH && (
          <Menu.Search
            value={term}
            aria-label={t('states.searchPlaces')}
            placeholder={t('states.searchPlaces')}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        )}
        {term === '' && (
          <Menu.CheckboxItem checked={names === null} onChange={() => onChange(null)}>
            {t('states.everyPlace')}
          </Menu.CheckboxItem>
        )}
        {found.map((option) => (
          <Fragment key={option.value}>
            {option.heading && <Menu.Label>{option.heading}</Menu.Label>}
            <Menu.CheckboxItem
              checked={names !== null && isAll(option.leaves, chosen)}
              title={option.title}
              {...(option.isNested && { pl: 28 })}
              onChange={() => toggle(option)}
            >
              {option.label}
            </Menu.CheckboxItem>
          </Fragment>
        ))}
        {found.length === 0 && term !== '' && <Menu.Label>{t('states.noPlaceFound')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
