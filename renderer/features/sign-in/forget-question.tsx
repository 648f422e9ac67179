import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './remembered.module.css';

interface ForgetQuestionProps {
  readonly question: string;
  readonly onCancel: () => void;
  readonly onForget: () => void;
}

/** Asks before something is forgotten; the way back is a key away. */
export function ForgetQuestion({ question, onCancel, onForget }: ForgetQuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.ask}>{question}</span>
      <span className={styles.answers}>
        <Button variant="default" autoFocus onClick={onCancel}>
          {t('signIn.forgetNo')}
        </Button>
        <Button variant="default" className={styles.danger ?? ''} onClick={onForget}>
          {t('signIn.forgetYes')}
        </Button>
      </span>
    </>
  );
}
