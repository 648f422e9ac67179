import type { Caller } from '../base/caller.ts';
import { ExportError } from './export-error.ts';
import type { ExportPlatform } from './export-platform.ts';
import { translatingFailures } from './translate-failures.ts';

export interface PackagePlace {
  readonly title: string;
  readonly shopIds: readonly number[];
}

/** The location that is asked for, with its shops; null for all. Throws `ExportError`. */
export function findPlace(
  platform: ExportPlatform,
  caller: Caller,
  locationId: number | null,
): Promise<PackagePlace | null> {
  return translatingFailures(readPlace(platform, caller, locationId));
}

async function readPlace(
  platform: ExportPlatform,
  caller: Caller,
  locationId: number | null,
): Promise<PackagePlace | null> {
  if (locationId === null) return null;
  const locations = await platform.listReference(caller, 'locations');
  const location = locations.find(({ id }) => id === locationId);
  if (!location) throw new ExportError('invalid_request', `there is no location ${locationId}`);
  const shops = await platform.listReference(caller, 'shops');
  const shopIds = shops.filter(({ location_id }) => location_id === locationId).map(({ id }) => id);
  return { title: location.title, shopIds };
}
