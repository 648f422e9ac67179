import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffWords } from '../../lib/staff-words.ts';
import styles from './settings.module.css';

/** How the last change of a setting went, as a mutation tells it. */
export interface Keeping {
  readonly status: 'idle' | 'pending' | 'success' | 'error';
  readonly error: unknown;
}

/** What a control needs to be named by its row. */
interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly keeping: Keeping;
  /** Why it was not kept, in words more to the point than those for every failure. */
  readonly reason?: string | undefined;
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A setting: its name, the control, whether it was kept, and what it does. */
export function SettingRow({ label, hint, keeping, reason, children }: SettingRowProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        {children({ id, 'aria-describedby': hintId })}
        <span role="status" className={styles.kept}>
          {keeping.status === 'success' && (
            <>
              <IconCheck size={14} aria-hidden />
              {t('settings.kept')}
            </>
          )}
        </span>
      </div>
      <div id={hintId} className={styles.about}>
        {hint}
      </div>
      {keeping.status === 'error' && (
        <p role="alert" className={styles.failure}>
          {t('settings.notKept', { reason: reason ?? words(keeping.error) })}
        </p>
      )}
    </div>
  );
}
