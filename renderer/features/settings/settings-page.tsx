import { useTranslation } from 'react-i18next';
import { SettingsFrame } from '../../components/page/page-parts.tsx';
import textStyles from '../../components/text.module.css';
import { CompanySettings } from './company-settings.tsx';
import { ComputerSettings, LooksSettings } from './computer-settings.tsx';
import { LedgerSettings } from './ledger-settings.tsx';
import { SessionsSection } from './sessions-section.tsx';
import styles from './settings.module.css';
import { UserSettings } from './user-settings.tsx';

/** The preferences of the signed-in user, the display, and the user's sign-ins. */
export function PersonalSettingsPage() {
  return (
    <SettingsFrame part="settings" aside={<SavedAtOnce />}>
      <UserSettings />
      <LooksSettings />
      <SessionsSection />
    </SettingsFrame>
  );
}

export function CompanySettingsPage() {
  return (
    <SettingsFrame part="company-settings" aside={<SavedAtOnce />}>
      <CompanySettings />
      <LedgerSettings />
    </SettingsFrame>
  );
}

/** Settings for everybody on this PC. */
export function AdvancedSettingsPage() {
  const { t } = useTranslation();
  return (
    <SettingsFrame part="advanced-settings" aside={<SavedAtOnce />}>
      <ComputerSettings />
      <p className={styles.hint}>{t('settings.retention')}</p>
    </SettingsFrame>
  );
}

function SavedAtOnce() {
  const { t } = useTranslation();
  return <span className={`${textStyles.muted} ${styles.live}`}>{t('settings.savedAtOnce')}</span>;
}
