import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../../../../shared/contract/preferences.ts';
import { useChangePreferences } from '../../../lib/preferences.ts';
import { shopsQuery } from '../../../lib/queries/list-shops.ts';
import { ChoiceSetting } from '../choice-setting.tsx';
import { SettingRow } from '../setting-row.tsx';
import { shopChoices } from './shop-choices.ts';

const ALL = 'all';

/** The shop of every page before one is chosen there. */
export function DefaultShopSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const shops = useQuery(shopsQuery);
  const change = useChangePreferences();
  const label = t('settings.user.defaultShop');
  const hint = t('settings.user.defaultShopHint');
  const { defaultShopId } = preferences;

  if (shops.isError) {
    return (
      <SettingRow label={label} hint={hint} keeping={change}>
        {(ids) => (
          <Button
            {...ids}
            variant="default"
            leftSection={<IconAlertTriangle size={14} aria-hidden />}
            loading={shops.isFetching}
            onClick={() => void shops.refetch()}
          >
            {t('states.shopsFailed')}
          </Button>
        )}
      </SettingRow>
    );
  }
  // Until the shops are there, no shop can be said to be gone.
  if (shops.isPending)
    return (
      <SettingRow label={label} hint={hint} keeping={change}>
        {() => null}
      </SettingRow>
    );
  return (
    <ChoiceSetting
      label={label}
      hint={hint}
      value={String(defaultShopId ?? ALL)}
      choices={[
        { value: ALL, label: t('settings.user.allShops') },
        ...shopChoices(shops.data.data, defaultShopId, (id) => t('settings.user.unknownShop', { id })),
      ]}
      keeping={change}
      onChoose={(chosen) => change.mutate({ defaultShopId: chosen === ALL ? null : Number(chosen) })}
    />
  );
}
