import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { useForgetSignIn } from '../../lib/session.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import { ForgetAll } from './forget-all.tsx';
import styles from './remembered.module.css';
import { RememberedRow } from './remembered-row.tsx';

interface RememberedListProps {
  /** Last used first. */
  readonly signIns: readonly RememberedSignIn[];
  readonly isBusy: boolean;
  readonly onChoose: (signIn: RememberedSignIn) => void;
  readonly onOther: () => void;
}

/** The sign-ins that this computer remembers, and the way to another one. */
export function RememberedList({ signIns, isBusy, onChoose, onOther }: RememberedListProps) {
  const { t } = useTranslation();
  const forget = useForgetSignIn();
  const tellFailure = useTellFailure();
  const list = useRef<HTMLUListElement>(null);
  const { length } = signIns;
  // The one used last is a key away, at first and when one has gone with the button that had the focus.
  useEffect(() => {
    if (length > 0) list.current?.querySelector('button')?.focus();
  }, [length]);
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={t('signIn.choose')}>
        {signIns.map((signIn) => (
          <RememberedRow
            key={signIn.id}
            signIn={signIn}
            isBusy={isBusy}
            onChoose={() => onChoose(signIn)}
            onForget={() => forget.mutate(signIn.id, { onError: tellFailure })}
          />
        ))}
      </ul>
      <Button size="sm" variant="default" fullWidth disabled={isBusy} onClick={onOther}>
        {t('signIn.other')}
      </Button>
      {signIns.length > 1 && <ForgetAll onForget={() => forget.mutate(null, { onError: tellFailure })} />}
    </>
  );
}
