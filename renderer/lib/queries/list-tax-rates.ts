import { queryOptions } from '@tanstack/react-query';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { readApi } from '../host/api-client.ts';

/** Everything read of the rates, whatever the country. */
const TAX_RATES_KEY = ['tax-rates'] as const;

/** The rates of one country, or of the whole registry without one. */
export function taxRatesQuery(country?: string) {
  return queryOptions({
    queryKey: [...TAX_RATES_KEY, country ?? null],
    meta: { holdsNames: true },
    queryFn: ({ signal }) => readApi(listTaxRates, { query: { country_iso2: country }, signal }),
    staleTime: 5 * 60_000,
  });
}
