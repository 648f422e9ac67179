import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForgetQuestion } from './forget-question.tsx';
import styles from './remembered.module.css';

/** Has every remembered sign-in forgotten, which asks first. */
export function ForgetAll({ onForget }: { readonly onForget: () => void }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button variant="subtle" mt="xs" onClick={() => setAsks(true)}>
        {t('signIn.forgetAll')}
      </Button>
    );
  }
  return (
    <div className={styles.asking}>
      <ForgetQuestion
        question={t('signIn.forgetAllAsk')}
        onCancel={() => setAsks(false)}
        onForget={onForget}
      />
    </div>
  );
}
