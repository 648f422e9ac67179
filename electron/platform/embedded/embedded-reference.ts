import type { Kysely } from 'kysely';
import { compareFolded } from '../../../shared/fold-text.ts';
import type { Caller } from '../../base/caller.ts';
import {
  readLocations,
  readPaymentProviders,
  readPublishedProviders,
  readSegments,
  readShops,
  readTaxRates,
  readTurnoverGroups,
} from '../../store/catalog/reference-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';
import {
  toLocation,
  toPaymentMethod,
  toSegment,
  toShop,
  toTaxRate,
  toTurnoverGroup,
} from './reference-mapper.ts';

type ReferenceLists = {
  [Kind in ReferenceKind]: (caller: Caller) => Promise<ReferenceRecords[Kind][]>;
};

/** The lists of reference records, each as its caller sees it. */
export function createReferenceLists(db: Kysely<StoreSchema>): ReferenceLists {
  return {
    shops: async (caller) => (await readShops(db, scopeOf(caller))).map(toShop),
    locations: async (caller) => (await readLocations(db, scopeOf(caller))).map(toLocation),
    turnoverGroups: async ({ accountId }) => (await readTurnoverGroups(db, accountId)).map(toTurnoverGroup),
    taxRates: async ({ accountId }) => (await readTaxRates(db, accountId)).map(toTaxRate),
    paymentMethods: async ({ accountId }) => {
      const methods = (await readPublishedProviders(db, accountId)).map(toPaymentMethod);
      return methods.sort(
        (a, b) =>
          Number(b.is_default) - Number(a.is_default) || compareFolded(a.title, b.title) || a.id - b.id,
      );
    },
    paymentProviders: async ({ accountId }) =>
      (await readPaymentProviders(db, accountId)).map(toPaymentMethod),
    segments: async (caller) => (await readSegments(db, scopeOf(caller))).map(toSegment),
  };
}
