import type { Location } from '../../../shared/contract/locations.ts';
import type { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import type { Segment } from '../../../shared/contract/segments.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import type { SegmentRecord } from '../../store/catalog/reference-queries.ts';
import type {
  LocationsTable,
  PaymentProvidersTable,
  ShopsTable,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';

export function toShop({ account_id: _, is_active, ...shop }: ShopsTable): Shop {
  return { ...shop, is_active: is_active === 1 };
}

export function toLocation({ account_id: _, is_active, ...location }: LocationsTable): Location {
  return { ...location, is_active: is_active === 1 };
}

export function toTurnoverGroup({ id, code, title }: TurnoverGroupsTable): TurnoverGroup {
  return { id, code, title };
}

export function toTaxRate({ id, name, value_hundredths, country_iso2, alias }: TaxRatesTable): TaxRate {
  return { id, name, value: toPercentage(value_hundredths), country_iso2, alias };
}

export function toPercentage(hundredths: number): number {
  return hundredths / 100;
}

export function toPaymentMethod(provider: PaymentProvidersTable): PaymentMethod {
  const { id, title, alias, type_alias, is_default } = provider;
  return { id, title, alias, type_alias, is_default: is_default === 1 };
}

export function toSegment({ id, title, customer_count }: SegmentRecord): Segment {
  return { id, title, customer_count };
}
