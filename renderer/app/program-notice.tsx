import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import boxStyles from '../components/box.module.css';
import { useFailureMessage } from '../lib/failures.ts';
import { usePresence, watchPresence } from '../lib/host/presence.ts';
import { ShutOut } from '../lib/host/window-access.ts';
import styles from './program-notice.module.css';

/** What was under way when the program came back may fail after that. */
const LATE_FAILURES_MS = 3_000;

/** Says over every page that the program does not answer, and reads again what failed meanwhile once it does. */
export function ProgramFrame({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  useEffect(() => {
    const readFailed = () => void client.invalidateQueries({ predicate: ({ state }) => state.error !== null });
    let late: ReturnType<typeof setTimeout> | undefined;
    const stop = watchPresence(() => {
      readFailed();
      clearTimeout(late);
      late = setTimeout(readFailed, LATE_FAILURES_MS);
    });
    return () => {
      stop();
      clearTimeout(late);
    };
  }, [client]);
  return (
    <div className={styles.frame}>
      <div role="status">
        <ProgramNotice />
      </div>
      <div className={styles.pages}>{children}</div>
    </div>
  );
}

function ProgramNotice() {
  const { t } = useTranslation();
  const messageOf = useFailureMessage();
  const presence = usePresence();
  if (presence.kind === 'here') return null;

  function textOf(found: Exclude<typeof presence, { kind: 'here' }>): string {
    if (found.kind === 'away') return t('states.away');
    const { wasOpenedTwice, newWindow } = found;
    if (wasOpenedTwice || newWindow === null) return messageOf(new ShutOut(wasOpenedTwice));
    return t('states.restarted', { address: newWindow });
  }
  return (
    <div className={boxStyles.notice}>
      <IconPlugConnectedX size={16} className={styles.icon} aria-hidden />
      <span className={styles.text}>{textOf(presence)}</span>
    </div>
  );
}
