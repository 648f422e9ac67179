import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat } from '../../lib/language.ts';
import { turnoverGroupsQuery } from '../../lib/queries/list-turnover-groups.ts';
import { TAX_RATES_KEY } from './api/list-tax-rates.ts';
import { useTaxRates } from './use-tax-rates.ts';

/** Words for ids. Blank while they are being read; the id itself where there is no word for it. */
export interface CatalogLookups {
  readonly groupTitle: (id: number) => string;
  /** The percentage without its sign, such as `21`. */
  readonly taxValue: (id: number) => string;
  readonly taxName: (id: number) => string;
  readonly error: Error | null;
  readonly refresh: () => void;
}

export function useCatalogLookups(taxRateIds: readonly number[]): CatalogLookups {
  const client = useQueryClient();
  const { quantity } = useFormat();
  const groups = useQuery(turnoverGroupsQuery);
  const rates = useTaxRates(taxRateIds);
  return useMemo(() => {
    const groupsById = new Map(groups.data?.data.map((group) => [group.id, group]));
    const unknownGroup = (id: number) => (groups.isPending ? '' : `#${id}`);
    const unknownRate = (id: number) => (rates.isPending ? '' : `#${id}`);
    return {
      groupTitle: (id) => groupsById.get(id)?.title ?? unknownGroup(id),
      taxValue: (id) => {
        const rate = rates.rateOf(id);
        return rate ? quantity(rate.value) : unknownRate(id);
      },
      taxName: (id) => rates.rateOf(id)?.name ?? unknownRate(id),
      error: groups.error ?? rates.error,
      refresh: () => {
        void client.invalidateQueries({ queryKey: turnoverGroupsQuery.queryKey });
        void client.invalidateQueries({ queryKey: TAX_RATES_KEY });
      },
    };
  }, [groups.data, groups.isPending, groups.error, rates, quantity, client]);
}
