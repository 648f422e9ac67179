import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { STOCK_STATES } from '../../../shared/contract/products.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { FilterMenu } from '../../components/filters/filter-menu.tsx';
import { type ChangeCatalog, NO_FILTERS } from './catalog-fields.ts';
import type { CatalogLookups } from './catalog-lookups.ts';
import { type CatalogSearch, isNarrowed } from './catalog-search.ts';
import { GroupFilter } from './group-filter.tsx';
import { ProductSearch } from './product-search.tsx';
import { RateFilter } from './rate-filter.tsx';

interface CatalogFiltersProps {
  readonly search: CatalogSearch;
  readonly lookups: CatalogLookups;
  readonly onChange: ChangeCatalog;
  readonly count: string | undefined;
  readonly trailing: ReactNode;
}

export function CatalogFilters({ search, lookups, onChange, count, trailing }: CatalogFiltersProps) {
  const { t } = useTranslation();
  const stockWords = STOCK_STATES.map((value) => ({ value, label: t(`catalog.stockStates.${value}`) }));
  const pricedWords = [
    { value: 'true', label: t('catalog.priced') },
    { value: 'false', label: t('catalog.neverPricedFilter') },
  ];
  return (
    <FilterBar
      count={count}
      trailing={trailing}
      onClear={isNarrowed(search) ? () => onChange(NO_FILTERS) : undefined}
    >
      <ProductSearch onChange={onChange} />
      <GroupFilter
        groupId={search.product_group_id}
        lookups={lookups}
        onChoose={(product_group_id) => onChange({ product_group_id })}
      />
      <FilterMenu
        label={t('catalog.stock')}
        options={stockWords}
        value={search.stock ?? null}
        onChange={(chosen) => onChange({ stock: STOCK_STATES.find((state) => state === chosen) })}
      />
      <RateFilter
        rateId={search.tax_rate_id}
        lookups={lookups}
        onChoose={(tax_rate_id) => onChange({ tax_rate_id })}
      />
      <FilterMenu
        label={t('catalog.salePriceFilter')}
        options={pricedWords}
        value={search.priced === undefined ? null : String(search.priced)}
        onChange={(chosen) => onChange({ priced: chosen === null ? undefined : chosen === 'true' })}
      />
    </FilterBar>
  );
}
