import type { ReactNode } from 'react';
import styles from './journal.module.css';
import { LedgerField } from './ledger-field.tsx';
import type { LedgerSubject } from './ledger-sections.ts';

interface LedgerRowProps {
  readonly subject: LedgerSubject;
  readonly ledger: string | null;
  readonly mayChange: boolean;
  /** Between the name and the account. */
  readonly children?: ReactNode;
}

/** What is booked and the account for it: a field, or a fact for who may not change it. */
export function LedgerRow({ subject, ledger, mayChange, children }: LedgerRowProps) {
  return (
    <tr>
      <th scope="row">{subject.name}</th>
      {children}
      <td className={styles.account}>
        {mayChange ? <LedgerField subject={subject} ledger={ledger} /> : (ledger ?? '–')}
      </td>
    </tr>
  );
}
