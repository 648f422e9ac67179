import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../components/back-link.tsx';
import styles from '../../components/links.module.css';

/** The way back to the figure: the page before, or the report where these rows are the first thing opened. */
export function RowsBack() {
  const { t } = useTranslation();
  const { history } = useRouter();
  if (!useCanGoBack()) return <BackLink path="/report">{t('report.title')}</BackLink>;
  return (
    <UnstyledButton className={styles.back ?? ''} onClick={() => history.back()}>
      <IconChevronLeft size={14} aria-hidden />
      {t('rows.back')}
    </UnstyledButton>
  );
}
