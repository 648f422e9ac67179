import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './sign-in-page.module.css';

interface DemoButtonProps {
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** The way into the demo shop, without a password. */
export function DemoButton({ isBusy, isDisabled, onClick }: DemoButtonProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        fullWidth
        size="sm"
        variant="default"
        loading={isBusy}
        disabled={isDisabled}
        aria-describedby="demo-hint"
        onClick={onClick}
      >
        {t('signIn.demo')}
      </Button>
      <p id="demo-hint" className={styles.demoHint}>
        {t('signIn.demoHint')}
      </p>
    </>
  );
}
