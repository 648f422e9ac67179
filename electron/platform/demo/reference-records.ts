import { foldText } from '../../../shared/fold-text.ts';
import type {
  LocationsTable,
  PaymentProvidersTable,
  ShopsTable,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';
import type { DemoProfile, IdRanges, RateClass } from './demo-profile.ts';

export function createLocationRows({ ids, locations }: DemoProfile): LocationsTable[] {
  return locations.map((location, index) => ({
    id: getLocationId(ids, index),
    account_id: ids.account,
    ...location,
    country_iso2: 'NL',
    is_active: 1,
  }));
}

export function getLocationId(ids: IdRanges, index: number): number {
  return ids.sites + 1 + index;
}

/** Shop ids continue after location ids, so that they differ. */
export function createShopRows({ ids, locations, shops }: DemoProfile): ShopsTable[] {
  return shops.map(({ title, type, location }, index) => ({
    id: ids.sites + locations.length + 1 + index,
    account_id: ids.account,
    title,
    folded_title: foldText(title),
    type,
    location_id: location === null ? null : getLocationId(ids, location),
    country_iso2: 'NL',
    currency: 'EUR',
    is_active: 1,
  }));
}

export function createTurnoverGroupRows({ ids, groups }: DemoProfile): TurnoverGroupsTable[] {
  return groups.map(({ code, title }, index) => ({
    ...{ id: ids.groups + 1 + index, account_id: ids.account },
    ...{ code, title, folded_title: foldText(title) },
  }));
}

const PROVIDERS = [
  { title: 'Pin', alias: 'pin', type_alias: 'pin', is_default: 1, is_published: 1 },
  { title: 'Contant', alias: 'contant', type_alias: 'cash', is_default: 0, is_published: 1 },
  { title: 'iDEAL', alias: 'ideal-webshop', type_alias: 'ideal', is_default: 0, is_published: 1 },
  { title: 'Creditcard', alias: 'creditcard', type_alias: 'creditcard', is_default: 0, is_published: 1 },
  { title: 'Cadeaubon', alias: 'cadeaubon', type_alias: 'gift_card', is_default: 0, is_published: 1 },
  { title: 'Achteraf betalen', alias: 'klarna', type_alias: 'klarna', is_default: 0, is_published: 1 },
  { title: 'Bankoverschrijving', alias: 'bank', type_alias: 'bank_transfer', is_default: 0, is_published: 1 },
  { title: 'Chipknip', alias: 'chipknip', type_alias: 'chipknip', is_default: 0, is_published: 0 },
  { title: 'Retouren', alias: 'retouren', type_alias: 'returns', is_default: 0, is_published: 0 },
  { title: 'Betaalsaldo', alias: 'saldo', type_alias: 'payment_balance', is_default: 0, is_published: 0 },
  { title: 'Geïmporteerd', alias: 'import', type_alias: 'imported', is_default: 0, is_published: 0 },
  { title: 'Testbetaling', alias: 'test', type_alias: 'dummy', is_default: 0, is_published: 0 },
] as const;

export type ProviderType = (typeof PROVIDERS)[number]['type_alias'];

/** Customer-facing providers, the four internal ones, and an unpublished one. */
export function createPaymentProviderRows(ids: IdRanges): PaymentProvidersTable[] {
  return PROVIDERS.map((provider, index) => ({ id: ids.providers + 1 + index, account_id: ids.account, ...provider }));
}

export function getProviderId(ids: IdRanges, type: ProviderType): number {
  return ids.providers + 1 + PROVIDERS.findIndex((provider) => provider.type_alias === type);
}

type Rate = Pick<TaxRatesTable, 'name' | 'value_hundredths' | 'alias'>;

export function createTaxRateRows(ids: IdRanges): TaxRatesTable[] {
  const rates = EU_VAT_RATES.flatMap((state) =>
    createRates(state).map((rate) => ({ ...rate, country_iso2: state.countryIso2 })),
  );
  return rates.map((rate, index) => ({ id: ids.rates + 1 + index, account_id: ids.account, ...rate }));
}

function createRates(state: MemberStateRates): Rate[] {
  const alias = (kind: string) => `${state.countryIso2.toLowerCase()}_${kind}`;
  const reduced = state.reduced.map((value, index) =>
    createRate(value, alias(index === 0 ? 'reduced' : `reduced_${index + 1}`)),
  );
  const rates = [createRate(state.standard, alias('standard')), ...reduced];
  if (state.superReduced !== undefined) rates.push(createRate(state.superReduced, alias('super_reduced')));
  if (state.zero) rates.push(createRate(0, alias('zero')));
  if (state.exempt) rates.push({ name: 'Vrijgesteld', value_hundredths: 0, alias: alias('exempt') });
  return rates;
}

function createRate(value: number, alias: string): Rate {
  return { name: `${String(value).replace('.', ',')}%`, value_hundredths: Math.round(value * 100), alias };
}

/** Finds the rate for goods of a class in a country. */
export type FindRate = (countryIso2: string, rateClass: RateClass) => TaxRatesTable;

/** If a country has several reduced rates, uses the lowest: the one for food and books. */
export function createRateFinder(rates: readonly TaxRatesTable[]): FindRate {
  const ratesByClass = new Map<string, TaxRatesTable>();
  for (const rate of rates) {
    // Reduced rates are sorted descending, so the lowest is set last.
    ratesByClass.set(rate.alias.replace(/_\d$/, ''), rate);
  }
  return (countryIso2, rateClass) => {
    const rate = ratesByClass.get(`${countryIso2.toLowerCase()}_${rateClass}`);
    if (!rate) throw new RangeError(`no ${rateClass} rate for ${countryIso2}`);
    return rate;
  };
}

interface MemberStateRates {
  readonly countryIso2: string;
  readonly standard: number;
  /** Highest first. */
  readonly reduced: readonly number[];
  /** Below 5%. */
  readonly superReduced?: number;
  readonly zero?: true;
  readonly exempt?: true;
}

/** The 27 member states by ISO code, without rates of islands and other special areas. */
const EU_VAT_RATES: readonly MemberStateRates[] = [
  { countryIso2: 'AT', standard: 20, reduced: [13, 10], zero: true },
  { countryIso2: 'BE', standard: 21, reduced: [12, 6], zero: true },
  { countryIso2: 'BG', standard: 20, reduced: [9], zero: true },
  { countryIso2: 'CY', standard: 19, reduced: [9, 5], superReduced: 3, zero: true },
  { countryIso2: 'CZ', standard: 21, reduced: [12], zero: true },
  { countryIso2: 'DE', standard: 19, reduced: [7], zero: true },
  { countryIso2: 'DK', standard: 25, reduced: [], zero: true },
  { countryIso2: 'EE', standard: 24, reduced: [13, 9], zero: true },
  { countryIso2: 'ES', standard: 21, reduced: [10], superReduced: 4, zero: true },
  { countryIso2: 'FI', standard: 25.5, reduced: [13.5, 10], zero: true },
  { countryIso2: 'FR', standard: 20, reduced: [10, 5.5], superReduced: 2.1, zero: true },
  { countryIso2: 'GR', standard: 24, reduced: [13, 6], zero: true },
  { countryIso2: 'HR', standard: 25, reduced: [13, 5], zero: true },
  { countryIso2: 'HU', standard: 27, reduced: [18, 5], zero: true },
  { countryIso2: 'IE', standard: 23, reduced: [13.5, 9], superReduced: 4.8, zero: true },
  { countryIso2: 'IT', standard: 22, reduced: [10, 5], superReduced: 4, zero: true },
  { countryIso2: 'LT', standard: 21, reduced: [12, 5], zero: true },
  { countryIso2: 'LU', standard: 17, reduced: [14, 8], superReduced: 3, zero: true },
  { countryIso2: 'LV', standard: 21, reduced: [12, 5], zero: true },
  { countryIso2: 'MT', standard: 18, reduced: [12, 7, 5], zero: true },
  { countryIso2: 'NL', standard: 21, reduced: [9], zero: true, exempt: true },
  { countryIso2: 'PL', standard: 23, reduced: [8, 5], zero: true },
  { countryIso2: 'PT', standard: 23, reduced: [13, 6], zero: true },
  { countryIso2: 'RO', standard: 21, reduced: [11], zero: true },
  { countryIso2: 'SE', standard: 25, reduced: [12, 6], zero: true },
  { countryIso2: 'SI', standard: 22, reduced: [9.5, 5], zero: true },
  { countryIso2: 'SK', standard: 23, reduced: [19, 5], zero: true },
];
