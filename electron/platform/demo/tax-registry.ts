import type { TaxRatesTable } from '../../store/schema.ts';
import { EU_VAT_RATES, type MemberStateRates } from './eu-vat-rates.ts';
import type { IdRanges } from './id-ranges.ts';
import type { RateClass } from './product-range.ts';

type Rate = Pick<TaxRatesTable, 'name' | 'value_hundredths' | 'alias'>;

/** Every rate of every member state, as rows of one account. */
export function taxRateRows(ids: IdRanges): TaxRatesTable[] {
  const rates = EU_VAT_RATES.flatMap((state) =>
    ratesOf(state).map((rate) => ({ ...rate, country_iso2: state.countryIso2 })),
  );
  return rates.map((rate, index) => ({ id: ids.rates + 1 + index, account_id: ids.account, ...rate }));
}

function ratesOf(state: MemberStateRates): Rate[] {
  const alias = (kind: string) => `${state.countryIso2.toLowerCase()}_${kind}`;
  const reduced = state.reduced.map((value, index) =>
    percentage(value, alias(index === 0 ? 'reduced' : `reduced_${index + 1}`)),
  );
  const rates = [percentage(state.standard, alias('standard')), ...reduced];
  if (state.superReduced !== undefined) rates.push(percentage(state.superReduced, alias('super_reduced')));
  if (state.zero) rates.push(percentage(0, alias('zero')));
  if (state.exempt) rates.push({ name: 'Vrijgesteld', value_hundredths: 0, alias: alias('exempt') });
  return rates;
}

function percentage(value: number, alias: string): Rate {
  return { name: `${String(value).replace('.', ',')}%`, value_hundredths: Math.round(value * 100), alias };
}

/** Finds the rate at which goods of a class are sold to a country. */
export type RateBook = (countryIso2: string, rateClass: RateClass) => TaxRatesTable;

/** Of several reduced rates it is the lowest: the one for food and books in the countries that are sold to. */
export function openRateBook(rates: readonly TaxRatesTable[]): RateBook {
  const ratesByClass = new Map<string, TaxRatesTable>();
  for (const rate of rates) {
    // Reduced rates of a country come highest first, so the lowest is what stays.
    ratesByClass.set(rate.alias.replace(/_\d$/, ''), rate);
  }
  return (countryIso2, rateClass) => {
    const rate = ratesByClass.get(`${countryIso2.toLowerCase()}_${rateClass}`);
    if (!rate) throw new RangeError(`no ${rateClass} rate for ${countryIso2}`);
    return rate;
  };
}
