import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '../me.ts';
import { locationsQuery } from './list-locations.ts';

/** Names the location of a report; its number until the locations are read. */
export function useLocationTitle(): (locationId: number | null) => string {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null }).data?.data;
  return (locationId) => {
    if (locationId === null) return t('report.allLocations');
    const known = locked ? [locked] : locations;
    return known?.find((location) => location.id === locationId)?.title ?? String(locationId);
  };
}
