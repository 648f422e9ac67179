import type { Segment } from '../../../shared/contract/customers.ts';
import type { Location } from '../../../shared/contract/locations.ts';
import type { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
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
  type SegmentRecord,
} from '../../store/catalog/reference-queries.ts';
import type {
  LocationsTable,
  PaymentProvidersTable,
  ShopsTable,
  StoreDb,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform.ts';
import { getScope } from './embedded-scope.ts';

type ReferenceLists = {
  [Kind in ReferenceKind]: (caller: Caller, country?: string) => Promise<ReferenceRecords[Kind][]>;
};

export function createReferenceLists(db: StoreDb): ReferenceLists {
  return {
    shops: async (caller) => (await readShops(db, getScope(caller))).map(toShop),
    locations: async (caller) => (await readLocations(db, getScope(caller))).map(toLocation),
    turnoverGroups: async ({ accountId }) => (await readTurnoverGroups(db, accountId)).map(toTurnoverGroup),
    taxRates: async ({ accountId }, country) => (await readTaxRates(db, accountId, country)).map(toTaxRate),
    paymentMethods: async ({ accountId }) => {
      const methods = (await readPublishedProviders(db, accountId)).map(toPaymentMethod);
      return methods.sort(
        (a, b) => Number(b.is_default) - Number(a.is_default) || compareFolded(a.title, b.title) || a.id - b.id,
      );
    },
    paymentProviders: async ({ accountId }) => (await readPaymentProviders(db, accountId)).map(toPaymentMethod),
    segments: async (caller) => (await readSegments(db, getScope(caller))).map(toSegment),
  };
}

function toShop({ account_id: _, folded_title: __, is_active, ...shop }: ShopsTable): Shop {
  return { ...shop, is_active: is_active === 1 };
}

function toLocation({ account_id: _, is_active, ...location }: LocationsTable): Location {
  return { ...location, is_active: is_active === 1 };
}

function toTurnoverGroup({ id, code, title }: TurnoverGroupsTable): TurnoverGroup {
  return { id, code, title };
}

function toTaxRate({ id, name, value_hundredths, country_iso2, alias }: TaxRatesTable): TaxRate {
  return { id, name, value: toPercentage(value_hundredths), country_iso2, alias };
}

export function toPercentage(hundredths: number): number {
  return hundredths / 100;
}

function toPaymentMethod(provider: PaymentProvidersTable): PaymentMethod {
  const { id, title, alias, type_alias, is_default } = provider;
  return { id, title, alias, type_alias, is_default: is_default === 1 };
}

function toSegment({ id, title, customer_count }: SegmentRecord): Segment {
  return { id, title, customer_count };
}
