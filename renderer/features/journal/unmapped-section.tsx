import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookedSubject } from '../../../shared/booking.ts';
import styles from './journal.module.css';
import { LedgerRow } from './ledger-row.tsx';

interface UnmappedSectionProps {
  readonly subjects: readonly BookedSubject[];
  readonly mayChange: boolean;
}

/** What has an amount and no account, to be filled in right here. */
export function UnmappedSection({ subjects, mayChange }: UnmappedSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className={styles.unmapped} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('journal.unmapped', { count: subjects.length })}
      </h2>
      <p className={styles.hint}>{mayChange ? t('journal.fillIn') : t('journal.readOnly')}</p>
      <table className={styles.ledgers} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{t('journal.subject')}</th>
            <th scope="col">{t('journal.ledger')}</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ code, description }) => (
            <LedgerRow
              key={code}
              subject={{ code, name: description, description }}
              ledger={null}
              mayChange={mayChange}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
