import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/me.ts';
import { locationsQuery } from '../../lib/queries/list-locations.ts';
import { DefaultShopGone } from './default-shop-gone.tsx';
import { FilterMenu } from './filter-menu.tsx';
import styles from './location-filter.module.css';

interface LocationFilterProps {
  /** Null for all that the user sees. */
  readonly locationId: number | null;
  readonly onChoose: (locationId: number | null) => void;
}

/** One location or all of them; for a locked user a fact instead of a choice. */
export function LocationFilter({ locationId, onChoose }: LocationFilterProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
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
    <>
      <FilterMenu
        label={t('report.location')}
        options={(locations.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        value={locationId === null ? null : String(locationId)}
        onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
      />
      {locationId === null && <DefaultShopGone />}
    </>
  );
}
