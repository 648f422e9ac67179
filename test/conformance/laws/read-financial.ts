import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import type { OracleSources } from '../../support/report-oracle.ts';
import { allOrders } from './all-orders.ts';

export interface ReportRange {
  readonly from: string;
  readonly to: string;
  readonly location_id?: number;
}

/** What the oracle of the financial report computes from: all of it read through the port. */
export async function readSources(
  platform: Platform,
  caller: Caller,
  { from, to, location_id }: ReportRange,
): Promise<OracleSources> {
  const isChosen = (row: { location_id: number | null }) =>
    location_id === undefined || row.location_id === location_id;
  const shops = await platform.listReference(caller, 'shops');
  return {
    orders: (await allOrders(platform, caller, { from, to })).filter(isChosen),
    shops: shops.filter(isChosen),
    rates: await platform.listReference(caller, 'taxRates'),
    groups: await platform.listReference(caller, 'turnoverGroups'),
  };
}
