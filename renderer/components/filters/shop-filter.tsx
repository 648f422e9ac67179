import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { copyRefusalOfError } from '../../lib/failures.ts';
import { locationsQuery, shopsQuery, useShortShopName } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';
import { DefaultShopGone } from './default-shop.tsx';
import { FilterMenu } from './filter-bar.tsx';
import styles from './filters.module.css';

interface ChosenId {
  /** Null for all that the user sees. */
  readonly id: number | null;
  readonly onChoose: (id: number | null) => void;
}

/** One shop or all of them. */
export function ShopFilter(props: ChosenId) {
  const { t } = useTranslation();
  const short = useShortShopName();
  return (
    <TitledFilter
      {...props}
      query={useQuery(shopsQuery)}
      label={t('states.shop')}
      failed={t('states.shopsFailed')}
      nameOf={short}
    />
  );
}

/** One location or all of them; for a locked user a fact instead of a choice. */
export function LocationFilter(props: ChosenId) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
  const label = t('terms.location');
  if (!locked) return <TitledFilter {...props} query={locations} label={label} failed={t('report.locationsFailed')} />;
  return (
    <span className={styles.locked} title={t('report.lockedLocation')}>
      <IconLock size={13} aria-hidden />
      {label}: {locked.title}
    </span>
  );
}

interface TitledFilterProps extends ChosenId {
  readonly query: UseQueryResult<{ readonly data: readonly { readonly id: number; readonly title: string }[] }>;
  readonly label: string;
  /** Labels the button that reads the options again after a failure. */
  readonly failed: string;
  /** The name of an option, where that is not its title. */
  readonly nameOf?: (title: string) => string;
}

function TitledFilter({ query, label, failed, nameOf = (title) => title, id, onChoose }: TitledFilterProps) {
  // While a copy is being read there are no options yet, as while they are being read themselves.
  if (query.isError && copyRefusalOfError(query.error) === null) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {failed}
      </Button>
    );
  }
  return (
    <>
      <FilterMenu
        label={label}
        options={(query.data?.data ?? []).map((option) => ({
          value: String(option.id),
          label: nameOf(option.title),
          title: option.title,
        }))}
        value={id === null ? null : String(id)}
        onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
      />
      {id === null && <DefaultShopGone />}
    </>
  );
}
