import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import boxStyles from '../components/box.module.css';
import { useFailureMessage } from '../lib/failures.ts';
import { usePresence } from '../lib/host/presence.ts';
import { useReadAgainOnReturn } from '../lib/host/query-client.ts';
import { ShutOut } from '../lib/host/window-access.ts';
import styles from './program-notice.module.css';

/**
 * Says on every page that the program does not answer, and reads failed data again when it does. If the program has
 * ended, no page is shown, because another program on its port could ask for the password.
 */
export function ProgramFrame({ children }: { readonly children: ReactNode }) {
  useReadAgainOnReturn();
  const presence = usePresence();
  if (presence.kind === 'ended') return <EndedPage name={presence.saysRestarted ? 'restarted' : 'ended'} />;
  return (
    <div className={styles.frame}>
      <div role="status">
        <ProgramNotice />
      </div>
      <div className={styles.pages}>{children}</div>
    </div>
  );
}

/** Loads nothing, not even the logo, because another program may have the port. */
function EndedPage({ name }: { readonly name: 'ended' | 'restarted' }) {
  const { t } = useTranslation();
  return (
    <main className={styles.ended}>
      <h1 className={styles.title}>{t(`states.${name}.title`)}</h1>
      <p>{t(`states.${name}.text`)}</p>
    </main>
  );
}

function ProgramNotice() {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const presence = usePresence();
  if (presence.kind === 'here' || presence.kind === 'ended') return null;
  const text = presence.kind === 'away' ? t('states.away') : formatFailure(new ShutOut(presence.wasOpenedTwice));
  return (
    <div className={boxStyles.notice}>
      <IconPlugConnectedX size={16} className={styles.icon} aria-hidden />
      <span className={styles.text}>{text}</span>
    </div>
  );
}
