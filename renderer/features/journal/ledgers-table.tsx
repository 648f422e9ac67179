import { useTranslation } from 'react-i18next';
import type { JournalLedgers } from '../../../shared/contract/ledgers.ts';
import styles from './journal.module.css';
import { LedgerRow } from './ledger-row.tsx';
import type { LedgerSubject } from './ledger-sections.ts';

interface LedgersTableProps {
  readonly title: string;
  readonly subjects: readonly LedgerSubject[];
  readonly ledgers: JournalLedgers;
}

export function LedgersTable({ title, subjects, ledgers: { accounts, mayChange } }: LedgersTableProps) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  return (
    <table className={styles.ledgers} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t('journal.ledger')}</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map((subject) => (
          <LedgerRow
            key={subject.code}
            subject={subject}
            ledger={accounts[subject.code] ?? null}
            mayChange={mayChange}
          />
        ))}
      </tbody>
    </table>
  );
}
