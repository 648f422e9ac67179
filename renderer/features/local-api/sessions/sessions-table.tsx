import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../shared/contract/sessions.ts';
import { useFormat } from '../../../lib/language.ts';
import styles from '../keys/keys.module.css';

interface SessionsTableProps {
  readonly sessions: readonly Session[];
  readonly user: string;
}

const COLUMNS = ['what', 'createdAt', 'expiresAt'] as const;

export function SessionsTable({ sessions, user }: SessionsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // They have no names: of two that are alike nobody can tell which is which.
  const rows = sessions.map((session, row) => ({ ...session, row }));
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('localApi.sessions.table', { user })}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`localApi.sessions.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, created_at, expires_at, is_current }) => (
            <tr key={row}>
              <td>{t(`localApi.sessions.${is_current ? 'thisWindow' : 'other'}`)}</td>
              <td>{format.moment(created_at)}</td>
              <td>{expires_at === null ? '' : format.moment(expires_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
