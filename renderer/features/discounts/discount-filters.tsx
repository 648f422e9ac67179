import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterToggle } from '../../components/filter-toggle.tsx';
import { useDiscountsStore } from './discounts-store.ts';
import { ShopFilter } from './shop-filter.tsx';

interface DiscountFiltersProps {
  readonly count: string | undefined;
  readonly trailing: ReactNode;
}

export function DiscountFilters({ count, trailing }: DiscountFiltersProps) {
  const { t } = useTranslation();
  const chosen = useDiscountsStore();
  const isFiltered = chosen.shopId !== null || chosen.onlyFull || chosen.includeNegative;
  return (
    <FilterBar count={count} onClear={isFiltered ? chosen.clearFilters : undefined} trailing={trailing}>
      <ShopFilter />
      <FilterToggle label={t('discounts.onlyFull')} isOn={chosen.onlyFull} onChange={chosen.chooseOnlyFull} />
      <FilterToggle
        label={t('discounts.includeNegative')}
        isOn={chosen.includeNegative}
        onChange={chosen.chooseIncludeNegative}
      />
    </FilterBar>
  );
}
