import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { PERIOD_PRESETS } from '../../../shared/periods.ts';
import { useChosenPeriod } from '../../components/period-picker/chosen-period.ts';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { periodText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangePreferences, usePreferencesQuery } from '../../lib/preferences.ts';
import { shopsQuery } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';
import { ChoiceSetting, SettingRow, SettingsSection } from './setting-row.tsx';

/** What the signed-in user likes to begin with. */
export function UserSettings() {
  const { t } = useTranslation();
  const { user } = useMe();
  const preferences = usePreferencesQuery();
  return (
    <SettingsSection title={t('settings.user.title')} hint={t('settings.user.hint', { name: user.name })}>
      {preferences.isPending && <SkeletonRows rows={4} />}
      {preferences.isError && (
        <FailurePanel
          error={preferences.error}
          isRetrying={preferences.isFetching}
          onRetry={() => void preferences.refetch()}
        />
      )}
      {preferences.data && (
        <>
          <DefaultPeriodSetting preferences={preferences.data} />
          <DefaultShopSetting preferences={preferences.data} />
        </>
      )}
    </SettingsSection>
  );
}

/** The period of every page before one is chosen there, with the days that it means today. */
function DefaultPeriodSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const days = periodText(useChosenPeriod(undefined), useLanguage());
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
      keeping={change}
      onChoose={(chosen) => change.mutate({ defaultPeriod: chosen })}
    />
  );
}

const ALL = 'all';

/** The shop of every page before one is chosen there. */
function DefaultShopSetting({ preferences }: { readonly preferences: Preferences }) {
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

interface ShopChoice {
  readonly value: string;
  readonly label: string;
}

/** The shops to choose from. One that is chosen but is not there any more stays to be seen. */
function shopChoices(
  shops: readonly Shop[],
  chosenId: number | null,
  nameUnknown: (id: number) => string,
): ShopChoice[] {
  const choices = shops.map(({ id, title }) => ({ value: String(id), label: title }));
  if (chosenId === null || shops.some(({ id }) => id === chosenId)) return choices;
  return [...choices, { value: String(chosenId), label: nameUnknown(chosenId) }];
}
