import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { usePlatformName } from '../../lib/platform-name.ts';
import { ForgetQuestion } from './forget-question.tsx';
import styles from './remembered.module.css';

interface RememberedRowProps {
  readonly signIn: RememberedSignIn;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  readonly onForget: () => void;
}

/** One remembered sign-in: the way in, and the way to have it forgotten, which asks first. */
export function RememberedRow({ signIn, isBusy, onChoose, onForget }: RememberedRowProps) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const [asks, setAsks] = useState(false);
  const { account, email, platform, needsPassword } = signIn;
  if (asks) {
    return (
      <li className={styles.asking}>
        <ForgetQuestion
          question={t('signIn.forgetAsk', { email })}
          onCancel={() => setAsks(false)}
          onForget={onForget}
        />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <button type="button" className={styles.choose} disabled={isBusy} onClick={onChoose}>
        <span className={styles.account}>{account}</span>
        <span className={styles.place}>{platformName(platform)}</span>
        <span className={styles.email}>{email}</span>
        {needsPassword && <span className={styles.note}>{t('signIn.needsPassword')}</span>}
      </button>
      <ActionIcon
        className={styles.forget ?? ''}
        aria-label={t('signIn.forget', { account, email })}
        onClick={() => setAsks(true)}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}
