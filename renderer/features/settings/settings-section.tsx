import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

interface SettingsSectionProps {
  readonly title: string;
  /** For whom they hold. */
  readonly hint: string;
  readonly children: ReactNode;
}

export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  );
}
