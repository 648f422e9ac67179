import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../components/filter-menu.tsx';
import { shopsQuery } from './api/list-shops.ts';
import { useDiscountsStore } from './discounts-store.ts';

/** One shop or all of them. */
export function ShopFilter() {
  const { t } = useTranslation();
  const shops = useQuery(shopsQuery);
  const { shopId, chooseShop } = useDiscountsStore();
  if (shops.isError) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        loading={shops.isFetching}
        onClick={() => void shops.refetch()}
      >
        {t('discounts.shopsFailed')}
      </Button>
    );
  }
  return (
    <FilterMenu
      label={t('discounts.shop')}
      options={(shops.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
      value={shopId === null ? null : String(shopId)}
      onChange={(chosen) => chooseShop(chosen === null ? null : Number(chosen))}
    />
  );
}
