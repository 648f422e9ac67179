import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import { taxRatesQuery } from './api/list-tax-rates.ts';

/** The country whose rates a Dutch shop sells at; foreign ones are looked up only when a price has one. */
const HOME_COUNTRY = 'NL';

export interface TaxRates {
  readonly rateOf: (id: number) => TaxRate | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** The rates behind the ids that are on the screen. */
export function useTaxRates(idsInUse: readonly number[]): TaxRates {
  const home = useQuery(taxRatesQuery(HOME_COUNTRY));
  const homeRates = useMemo(() => byId(home.data?.data), [home.data]);
  const hasForeign = home.isSuccess && idsInUse.some((id) => !homeRates.has(id));
  const registry = useQuery({ ...taxRatesQuery(), enabled: hasForeign });
  const allRates = useMemo(() => byId(registry.data?.data), [registry.data]);
  const isPending = home.isPending || (hasForeign && registry.isPending);
  const error = home.error ?? registry.error;
  return useMemo(
    () => ({ rateOf: (id: number) => homeRates.get(id) ?? allRates.get(id), isPending, error }),
    [homeRates, allRates, isPending, error],
  );
}

function byId(rates: readonly TaxRate[] = []): ReadonlyMap<number, TaxRate> {
  return new Map(rates.map((rate) => [rate.id, rate]));
}
