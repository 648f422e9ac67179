import { useTranslation } from 'react-i18next';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { useMe } from '../../../lib/me.ts';
import { usePreferencesQuery } from '../../../lib/preferences.ts';
import { SettingsSection } from '../settings-section.tsx';
import { DefaultPeriodSetting } from './default-period-setting.tsx';
import { DefaultShopSetting } from './default-shop-setting.tsx';

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
