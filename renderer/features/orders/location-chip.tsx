import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { useLocationTitle } from '../../lib/queries/use-location-title.ts';

interface LocationChipProps {
  readonly locationId: number;
  readonly onRemove: () => void;
}

/** The location that a link has narrowed the list to. */
export function LocationChip({ locationId, onRemove }: LocationChipProps) {
  const { t } = useTranslation();
  const titleOf = useLocationTitle();
  return (
    <FilterChip label={t('report.location')} onRemove={onRemove}>
      {titleOf(locationId)}
    </FilterChip>
  );
}
