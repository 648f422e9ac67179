import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { locationsQuery, shopsQuery } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';
import { DefaultShopGone } from './default-shop.tsx';
import { FilterMenu } from './filter-bar.tsx';
import styles from './filters.module.css';

interface ShopFilterProps {
  /** Null for all that the user sees. */
  readonly shopId: number | null;
  readonly onChoose: (shopId: number | null) => void;
}

/** One shop or all of them. */
export function ShopFilter({ shopId, onChoose }: ShopFilterProps) {
  const { t } = useTranslation();
  const shops = useQuery(shopsQuery);
  if (shops.isError) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        loading={shops.isFetching}
        onClick={() => void shops.refetch()}
      >
        {t('states.shopsFailed')}
      </Button>
    );
  }
  return (
    <>
      <FilterMenu
        label={t('states.shop')}
        options={(shops.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        value={shopId === null ? null : String(shopId)}
        onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
      />
      {shopId === null && <DefaultShopGone />}
    </>
  );
}

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
        {t('terms.location')}: {locked.title}
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
        label={t('terms.location')}
        options={(locations.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        value={locationId === null ? null : String(locationId)}
        onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
      />
      {locationId === null && <DefaultShopGone />}
    </>
  );
}
