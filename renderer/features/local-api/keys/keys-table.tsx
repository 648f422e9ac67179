import { useTranslation } from 'react-i18next';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { useMe } from '../../../lib/me.ts';
import { KeyRow } from './key-row.tsx';
import styles from './keys.module.css';

interface KeysTableProps {
  readonly keys: readonly ShownApiKey[];
  readonly onRevoke: (key: ShownApiKey) => void;
}

const COLUMNS = ['name', 'createdAt', 'expiresAt', 'lastUsedAt', 'revoke'] as const;

export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('localApi.keys.table', { user })}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                <span>{t(`localApi.keys.column.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
