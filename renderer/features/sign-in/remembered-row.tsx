import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { usePlatformName } from '../../lib/platform-name.ts';
import { ForgetQuestion } from './forget-question.tsx';
import styles from './remembered.module.css';
import { useQuestion } from './use-question.ts';

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
  const question = useQuestion();
  const { account, email, platform, needsPassword } = signIn;
  if (question.isOpen) {
    return (
      <li className={styles.asking}>
        <ForgetQuestion
          question={t('signIn.forgetAsk', { email })}
          onCancel={question.close}
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
        autoFocus={question.takesFocusBack}
        onClick={question.open}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}
