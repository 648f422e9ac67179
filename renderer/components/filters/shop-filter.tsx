import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shopsQuery } from '../../lib/queries/list-shops.ts';
import { DefaultShopGone } from './default-shop-gone.tsx';
import { FilterMenu } from './filter-menu.tsx';

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
