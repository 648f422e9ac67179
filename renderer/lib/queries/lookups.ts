import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listPaymentMethods } from '../../../shared/contract/payment-methods.ts';
import { HOME_COUNTRY, listTaxRates, type TaxRate } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups, type TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { readApi } from '../host/api-client.ts';

export const turnoverGroupsQuery = queryOptions({
  queryKey: ['turnover-groups'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listTurnoverGroups, { signal }),
  staleTime: 5 * 60_000,
});

export interface TurnoverGroups {
  /** Empty until they are read. */
  readonly all: readonly TurnoverGroup[];
  /** Blank while the groups are being read; the id if no group has it. */
  readonly getTitle: (id: number) => string;
}

const NONE: readonly TurnoverGroup[] = [];

/** The turnover groups, and the titles for their ids. */
export function useTurnoverGroups(): TurnoverGroups {
  const { data, isPending } = useQuery(turnoverGroupsQuery);
  return useMemo(() => {
    const all = data?.data ?? NONE;
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    return { all, getTitle: (id) => titles.get(id) ?? (isPending ? '' : `#${id}`) };
  }, [data, isPending]);
}

/** Key of the rates of all countries. */
const TAX_RATES_KEY = ['tax-rates'] as const;

/** The rates of one country, or of all if `country` is `undefined`. */
export function taxRatesQuery(country?: string) {
  return queryOptions({
    queryKey: [...TAX_RATES_KEY, country ?? null],
    meta: { holdsNames: true },
    queryFn: ({ signal }) => readApi(listTaxRates, { query: { country_iso2: country }, signal }),
    staleTime: 5 * 60_000,
  });
}

export interface TaxRates {
  /** The rates of the home country; empty until they are read. */
  readonly home: readonly TaxRate[];
  readonly getRate: (id: number) => TaxRate | undefined;
  readonly isPending: boolean;
}

/** The rates of the ids on the screen. */
export function useTaxRates(idsInUse: readonly number[]): TaxRates {
  const home = useQuery(taxRatesQuery(HOME_COUNTRY));
  const homeRates = useMemo(() => indexById(home.data?.data), [home.data]);
  const hasForeign = home.isSuccess && idsInUse.some((id) => !homeRates.has(id));
  const registry = useQuery({ ...taxRatesQuery(), enabled: hasForeign });
  const allRates = useMemo(() => indexById(registry.data?.data), [registry.data]);
  const isPending = home.isPending || (hasForeign && registry.isPending);
  return useMemo(
    () => ({
      home: [...homeRates.values()],
      getRate: (id: number) => homeRates.get(id) ?? allRates.get(id),
      isPending,
    }),
    [homeRates, allRates, isPending],
  );
}

function indexById(rates: readonly TaxRate[] = []): ReadonlyMap<number, TaxRate> {
  return new Map(rates.map((rate) => [rate.id, rate]));
}

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => readApi(listPaymentMethods, { signal }),
  staleTime: 5 * 60_000,
});
