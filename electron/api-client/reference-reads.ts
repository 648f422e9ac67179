import { listLocations } from '../../shared/contract/locations.ts';
import { listPaymentMethods, listPaymentProviders } from '../../shared/contract/payment-methods.ts';
import { listSegments } from '../../shared/contract/segments.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform/platform.ts';
import { wholeOf } from './answered-lists.ts';
import type { ReadEndpoint } from './endpoint-reader.ts';

/** How each kind of reference records is read over the API. */
export const REFERENCE_READS: {
  readonly [K in ReferenceKind]: (read: ReadEndpoint) => Promise<readonly ReferenceRecords[K][]>;
} = {
  shops: async (read) => wholeOf(listShops, await read(listShops)),
  locations: async (read) => wholeOf(listLocations, await read(listLocations)),
  turnoverGroups: async (read) => wholeOf(listTurnoverGroups, await read(listTurnoverGroups)),
  paymentMethods: async (read) => wholeOf(listPaymentMethods, await read(listPaymentMethods)),
  paymentProviders: async (read) => wholeOf(listPaymentProviders, await read(listPaymentProviders)),
  taxRates: async (read) => wholeOf(listTaxRates, await read(listTaxRates)),
  segments: async (read) => wholeOf(listSegments, await read(listSegments)),
};
