import { useMemo } from 'react';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { formatRateName, isExempt } from '../../../shared/vat-return.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useTaxRates, useTurnoverGroups } from '../../lib/queries/lookups.ts';

/** Texts for ids: blank while they are being read, and the id itself if it is unknown. */
export interface CatalogLookups {
  readonly getGroupTitle: (id: number) => string;
  /** The percentage without its sign, such as `21`. An exempt rate has its name, and an unknown rate is empty. */
  readonly formatRate: (id: number) => string;
  /** The name with its country, such as `NL 21%`. */
  readonly formatRateLabel: (id: number) => string;
  /** Empty until they are read. */
  readonly groups: readonly TurnoverGroup[];
  /** The rates of the home country, then the other known rates of `taxRateIds`. */
  readonly rates: readonly TaxRate[];
}

export function useCatalogLookups(taxRateIds: readonly number[]): CatalogLookups {
  const { quantity } = useFormat();
  const language = useLanguage();
  const groups = useTurnoverGroups();
  const rates = useTaxRates(taxRateIds);
  return useMemo(() => {
    return {
      getGroupTitle: groups.getTitle,
      formatRate: (id) => {
        const rate = rates.getRate(id);
        if (!rate) return '';
        return isExempt(rate) ? formatRateName(rate, language) : quantity(rate.value);
      },
      formatRateLabel: (id) => {
        const rate = rates.getRate(id);
        if (!rate) return rates.isPending ? '' : `#${id}`;
        return `${rate.country_iso2} ${formatRateName(rate, language)}`;
      },
      groups: groups.all,
      rates: [...new Set([...rates.home, ...taxRateIds.flatMap((id) => rates.getRate(id) ?? [])])],
    };
  }, [groups, rates, taxRateIds, quantity, language]);
}
