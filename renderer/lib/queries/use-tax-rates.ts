import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import { taxRatesQuery } from './list-tax-rates.ts';

/** The country whose rates a Dutch shop sells at; foreign ones are looked up only when a price has one. */
const HOME_COUNTRY = 'NL';

export interface TaxRates {
  /** The rates of the home country; empty until they are read. */
  readonly home: readonly TaxRate[];
  readonly rateOf: (id: number) => TaxRate | undefined;
  readonly isPending: boolean;
}

/** The rates behind the ids that are on the screen. */
export function useTaxRates(idsInUse: readonly number[]): TaxRates {
  const home = useQuery(taxRatesQuery(HOME_COUNTRY));
  const homeRates = useMemo(() => byId(home.data?.data), [home.data]);
  const hasForeign = home.isSuccess && idsInUse.some((id) => !homeRates.has(id));
  const registry = useQuery({ ...taxRatesQuery(), enabled: hasForeign });
  const allRates = useMemo(() => byId(registry.data?.data), [registry.data]);
  const isPending = home.isPending || (hasForeign && registry.isPending);
  return useMemo(
    () => ({
      home: [...homeRates.values()],
      rateOf: (id: number) => homeRates.get(id) ?? allRates.get(id),
      isPending,
    }),
    [homeRates, allRates, isPending],
  );
}

function byId(rates: readonly TaxRate[] = []): ReadonlyMap<number, TaxRate> {
  return new Map(rates.map((rate) => [rate.id, rate]));
}
