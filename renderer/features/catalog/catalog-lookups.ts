import { useMemo } from 'react';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { formatRateName, isExempt } from '../../../shared/vat-return.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useTaxRates, useTurnoverGroups } from '../../lib/queries/lookups.ts';

/** Texts for ids: blank while they are being read, the id itself where it is unknown. */
export interface CatalogLookups {
  readonly groupTitle: (id: number) => string;
  /** The percentage without its sign, such as `21`; exempt is none, and an unknown rate is empty. */
  readonly taxValue: (id: number) => string;
  /** With its country, such as `NL 21%`. */
  readonly taxName: (id: number) => string;
  /** Empty until they are read. */
  readonly groups: readonly TurnoverGroup[];
  /** Those of the home country, then the others that were asked for and are known. */
  readonly rates: readonly TaxRate[];
}

export function useCatalogLookups(taxRateIds: readonly number[]): CatalogLookups {
  const { quantity } = useFormat();
  const language = useLanguage();
  const groups = useTurnoverGroups();
  const rates = useTaxRates(taxRateIds);
  return useMemo(() => {
    return {
      groupTitle: groups.getTitle,
      taxValue: (id) => {
        const rate = rates.getRate(id);
        if (!rate) return '';
        return isExempt(rate) ? formatRateName(rate, language) : quantity(rate.value);
      },
      taxName: (id) => {
        const rate = rates.getRate(id);
        if (!rate) return rates.isPending ? '' : `#${id}`;
        return `${rate.country_iso2} ${formatRateName(rate, language)}`;
      },
      groups: groups.all,
      rates: [...new Set([...rates.home, ...taxRateIds.flatMap((id) => rates.getRate(id) ?? [])])],
    };
  }, [groups, rates, taxRateIds, quantity, language]);
}
