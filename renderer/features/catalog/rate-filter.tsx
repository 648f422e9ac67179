import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../components/filters/filter-menu.tsx';
import type { CatalogLookups } from './catalog-lookups.ts';

interface RateFilterProps {
  /** Undefined for every rate. */
  readonly rateId: number | undefined;
  readonly lookups: CatalogLookups;
  readonly onChoose: (rateId: number | undefined) => void;
}

/** A VAT rate: those of the home country, and others that the products in view are sold at. */
export function RateFilter({ rateId, lookups: { rates, taxName }, onChoose }: RateFilterProps) {
  const { t } = useTranslation();
  const ids = rates.map(({ id }) => id);
  const offered = rateId === undefined || ids.includes(rateId) ? ids : [...ids, rateId];
  return (
    <FilterMenu
      label={t('catalog.rate')}
      options={offered.map((id) => ({ value: String(id), label: taxName(id) }))}
      value={rateId === undefined ? null : String(rateId)}
      onChange={(chosen) => onChoose(chosen === null ? undefined : Number(chosen))}
    />
  );
}
