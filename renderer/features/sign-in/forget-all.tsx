import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ForgetQuestion } from './forget-question.tsx';
import styles from './remembered.module.css';
import { useQuestion } from './use-question.ts';

/** Has every remembered sign-in forgotten, which asks first. */
export function ForgetAll({ onForget }: { readonly onForget: () => void }) {
  const { t } = useTranslation();
  const question = useQuestion();
  if (!question.isOpen) {
    return (
      <Button variant="subtle" mt="xs" autoFocus={question.takesFocusBack} onClick={question.open}>
        {t('signIn.forgetAll')}
      </Button>
    );
  }
  return (
    <div className={styles.asking}>
      <ForgetQuestion question={t('signIn.forgetAllAsk')} onCancel={question.close} onForget={onForget} />
    </div>
  );
}
