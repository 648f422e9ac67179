import { useTranslation } from 'react-i18next';
import { shownPlatform } from '../../shared/platform-address.ts';

/** What staff know a platform by: where it is. */
export function usePlatformName(): (platform: string | null) => string {
  const { t } = useTranslation();
  return (platform) => (platform === null ? t('signIn.thisPc') : shownPlatform(platform));
}
