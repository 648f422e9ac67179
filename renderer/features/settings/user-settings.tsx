import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { PERIOD_PRESETS } from '../../../shared/periods.ts';
import { useChosenPeriod } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { copyRefusalOfError } from '../../lib/failures.ts';
import { periodText } from '../../lib/format.ts';
import { useMe } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangePreferences, usePreferencesQuery } from '../../lib/preferences.ts';
import { shopsQuery, useShortShopName } from '../../lib/queries/shops.ts';
import { ChoiceSetting, SettingRow, SettingsSection } from './setting-row.tsx';

export function UserSettings() {
  const { t } = useTranslation();
  const { user } = useMe();
  const preferences = usePreferencesQuery();
  return (
    <SettingsSection title={t('settings.user.title')} hint={t('settings.user.hint', { name: user.name })}>
      {preferences.isPending && <SkeletonRows rows={4} />}
      {preferences.isError && <QueryFailure query={preferences} />}
      {preferences.data && (
        <>
          <DefaultPeriodSetting preferences={preferences.data} />
          <DefaultShopSetting preferences={preferences.data} />
        </>
      )}
    </SettingsSection>
  );
}

/** The period with which pages begin, and its days as seen today. */
function DefaultPeriodSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const days = periodText(useChosenPeriod(undefined).period, useLanguage());
  const change = useChangePreferences();
  const { defaultPeriod } = preferences;
  const presets = PERIOD_PRESETS.map((value) => ({ value, label: t(`periods.preset.${value}`) }));
  return (
    <ChoiceSetting
      label={t('settings.user.defaultPeriod')}
      hint={
        defaultPeriod === 'automatic'
          ? t('settings.user.automaticHint', { days })
          : t('settings.user.defaultPeriodHint', { days })
      }
      value={defaultPeriod}
      choices={[{ value: 'automatic', label: t('settings.user.automatic') }, ...presets]}
      saving={change}
      onChoose={(chosen) => change.mutate({ defaultPeriod: chosen })}
    />
  );
}

const ALL = 'all';

/** The shop with which pages begin. */
function DefaultShopSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const shops = useQuery(shopsQuery);
  const short = useShortShopName();
  const change = useChangePreferences();
  const label = t('settings.user.defaultShop');
  const hint = t('settings.user.defaultShopHint');
  const { defaultShopId } = preferences;

  if (!shops.isSuccess) {
    return (
      <SettingRow label={label} hint={hint} saving={change}>
        {(ids) =>
          shops.isError &&
          copyRefusalOfError(shops.error) === null && (
            <Button
              {...ids}
              variant="default"
              leftSection={<IconAlertTriangle size={14} aria-hidden />}
              loading={shops.isFetching}
              onClick={() => void shops.refetch()}
            >
              {t('states.shopsFailed')}
            </Button>
          )
        }
      </SettingRow>
    );
  }
  const choices = shops.data.data.map(({ id, title }) => ({ value: String(id), label: short(title) }));
  const value = String(defaultShopId ?? ALL);
  // A chosen shop that is gone stays visible.
  if (defaultShopId !== null && !choices.some((choice) => choice.value === value)) {
    choices.push({ value, label: t('settings.user.unknownShop', { id: defaultShopId }) });
  }
  return (
    <ChoiceSetting
      label={label}
      hint={hint}
      value={value}
      choices={[{ value: ALL, label: t('print.allShops') }, ...choices]}
      saving={change}
      onChoose={(chosen) => change.mutate({ defaultShopId: chosen === ALL ? null : Number(chosen) })}
    />
  );
}
