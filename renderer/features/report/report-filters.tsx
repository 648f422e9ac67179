import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { COMPARISONS } from '../../../shared/compared-periods.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { FilterMenu } from '../../components/filters/filter-menu.tsx';
import { LocationFilter } from '../../components/filters/location-filter.tsx';
import type { ChosenPlace } from '../../components/filters/use-chosen-place.ts';
import { usePageState } from '../../lib/address/use-page-state.ts';
import { REPORT_FIELDS } from './report-fields.ts';
import { useClearFilters } from './use-clear-filters.ts';

interface ReportFiltersProps {
  readonly location: ChosenPlace;
  readonly trailing: ReactNode;
}

/** Of which place, and held against which days. */
export function ReportFilters({ location, trailing }: ReportFiltersProps) {
  const { t } = useTranslation();
  const [{ compare = 'none' }, change] = usePageState(REPORT_FIELDS);
  const clearFilters = useClearFilters(location);
  return (
    <FilterBar onClear={clearFilters} trailing={trailing}>
      <LocationFilter
        locationId={location.id}
        onChoose={(chosen) => change({ location_id: location.choiceOf(chosen) })}
      />
      <FilterMenu
        label={t('report.comparison.label')}
        options={COMPARISONS.map((value) => ({ value, label: t(`report.comparison.choice.${value}`) }))}
        value={compare === 'none' ? null : compare}
        onChange={(chosen) => change({ compare: COMPARISONS.find((known) => known === chosen) })}
      />
    </FilterBar>
  );
}
