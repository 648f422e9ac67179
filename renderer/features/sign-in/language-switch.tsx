import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useChangeSettings } from '../../lib/settings.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import styles from './language-switch.module.css';

/** Each language under its own name, so that it is found by who cannot read the other. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const change = useChangeSettings();
  const tellFailure = useTellFailure();
  const choices = [
    { value: 'nl', label: t('shell.languageDutch') },
    { value: 'en', label: t('shell.languageEnglish') },
  ] as const;
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{t('shell.language')}</legend>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={styles.choice}
          aria-pressed={value === language}
          onClick={() => change.mutate({ language: value }, { onError: tellFailure })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
