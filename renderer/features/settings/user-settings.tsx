import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { PERIOD_PRESETS } from '../../../shared/periods.ts';
import { useChosenPeriod } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { findErrorRefusal } from '../../lib/failures.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useMe } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangePreferences, usePreferencesQuery } from '../../lib/preferences.ts';
import { locationsQuery, shopsQuery, useShortShopName } from '../../lib/queries/shops.ts';
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
          <DefaultPlaceSetting preferences={preferences.data} />
        </>
      )}
    </SettingsSection>
  );
}

/** The initial period of pages, and its days as of today. */
function DefaultPeriodSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const days = formatPeriod(useChosenPeriod(undefined).period, useLanguage());
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

const LOCATION = 'location:';

const SHOP = 'shop:';

/** The initial location or shop of pages. */
function DefaultPlaceSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const shops = useQuery(shopsQuery);
  const locations = useQuery({ ...locationsQuery, enabled: locked === null });
  const shortenShopName = useShortShopName();
  const change = useChangePreferences();
  const label = t('settings.user.defaultPlace');
  const hint = t('settings.user.defaultPlaceHint');
  const { defaultShopId, defaultLocationId } = preferences;
  const failed = [shops, locations].find(({ isError }) => isError);

  if (!shops.data || (locked === null && !locations.data)) {
    return (
      <SettingRow label={label} hint={hint} saving={change}>
        {(ids) =>
          failed &&
          findErrorRefusal(failed.error) === null && (
            <Button
              {...ids}
              variant="default"
              leftSection={<IconAlertTriangle size={14} aria-hidden />}
              loading={failed.isFetching}
              onClick={() => void failed.refetch()}
            >
              {t(failed === shops ? 'states.shopsFailed' : 'report.locationsFailed')}
            </Button>
          )
        }
      </SettingRow>
    );
  }
  const locationChoices = (locations.data?.data ?? []).map(({ id, title }) => ({
    value: `${LOCATION}${id}`,
    label: title,
  }));
  const shopChoices = shops.data.data.map(({ id, title }) => ({
    value: `${SHOP}${id}`,
    label: shortenShopName(title),
  }));
  // A user locked to a location has no other to prefer.
  const value = toOptionValue(locked === null ? preferences : { ...preferences, defaultLocationId: null });
  // A chosen place that no longer exists stays visible.
  const isGone = value !== ALL && ![...locationChoices, ...shopChoices].some((choice) => choice.value === value);
  const gone = { value, label: t('settings.user.unknownPlace', { id: defaultLocationId ?? defaultShopId }) };
  return (
    <ChoiceSetting
      label={label}
      hint={hint}
      value={value}
      choices={[{ value: ALL, label: t(locked ? 'print.allShops' : 'report.allLocations') }, ...(isGone ? [gone] : [])]}
      groups={[
        ...(locationChoices.length > 0 ? [{ group: t('settings.user.locations'), items: locationChoices }] : []),
        { group: t('settings.user.shops'), items: shopChoices },
      ]}
      saving={change}
      onChoose={(chosen) =>
        change.mutate({ defaultShopId: parseId(chosen, SHOP), defaultLocationId: parseId(chosen, LOCATION) })
      }
    />
  );
}

function toOptionValue({ defaultShopId, defaultLocationId }: Preferences): string {
  if (defaultLocationId !== null) return `${LOCATION}${defaultLocationId}`;
  return defaultShopId === null ? ALL : `${SHOP}${defaultShopId}`;
}

/** The id in the value of a choice; `null` if the choice is of another kind. */
function parseId(value: string, kind: string): number | null {
  return value.startsWith(kind) ? Number(value.slice(kind.length)) : null;
}
