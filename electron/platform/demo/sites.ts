import type { LocationsTable, ShopsTable, TurnoverGroupsTable } from '../../store/schema.ts';
import type { DemoProfile } from './demo-profile.ts';
import type { IdRanges } from './id-ranges.ts';

export function locationRows({ ids, locations }: DemoProfile): LocationsTable[] {
  return locations.map((location, index) => ({
    id: locationIdOf(ids, index),
    account_id: ids.account,
    ...location,
    country_iso2: 'NL',
    is_active: 1,
  }));
}

export function locationIdOf(ids: IdRanges, index: number): number {
  return ids.sites + 1 + index;
}

/** Shops are numbered on after the locations, so that no shop has the id of a location. */
export function shopRows({ ids, locations, shops }: DemoProfile): ShopsTable[] {
  return shops.map(({ title, type, location }, index) => ({
    id: ids.sites + locations.length + 1 + index,
    account_id: ids.account,
    title,
    type,
    location_id: location === null ? null : locationIdOf(ids, location),
    country_iso2: 'NL',
    currency: 'EUR',
    is_active: 1,
  }));
}

export function turnoverGroupRows({ ids, groups }: DemoProfile): TurnoverGroupsTable[] {
  return groups.map(({ code, title }, index) => ({
    id: ids.groups + 1 + index,
    account_id: ids.account,
    code,
    title,
  }));
}
