import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../app/session.ts';
import { FilterMenu } from '../../components/filter-menu.tsx';
import { locationsQuery } from './api/list-locations.ts';
import styles from './location-filter.module.css';
import { useReportStore } from './report-store.ts';

/** One location or all of them; for a locked user a fact instead of a choice. */
export function LocationFilter() {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery(locationsQuery);
  const { locationId, chooseLocation } = useReportStore();
  if (locked) {
    return (
      <span className={styles.locked} title={t('report.lockedLocation')}>
        <IconLock size={13} aria-hidden />
        {t('report.location')}: {locked.title}
      </span>
    );
  }
  if (locations.isError) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        loading={locations.isFetching}
        onClick={() => void locations.refetch()}
      >
        {t('report.locationsFailed')}
      </Button>
    );
  }
  return (
    <FilterMenu
      label={t('report.location')}
      options={(locations.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
      value={locationId === null ? null : String(locationId)}
      onChange={(chosen) => chooseLocation(chosen === null ? null : Number(chosen))}
    />
  );
}
