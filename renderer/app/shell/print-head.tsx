import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import { useFormat } from '../../lib/language.ts';
import { printPage, usePrintSteps } from '../../lib/print.ts';
import { useMe } from '../../lib/session.ts';
import styles from './shell.module.css';

/** Above each page on paper: whose it is, and when it was printed. */
export function PrintHead() {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { account, locked_location: location } = useMe();
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  usePrintSteps({ before: () => setPrintedAt(localTimestamp(Date.now())) });
  return (
    <p className={styles.printHead} data-print-head>
      <strong>{[account, ...(location === null ? [] : [location.title])].join(' · ')}</strong>
      {printedAt !== null && <span>{t('print.at', { moment: moment(printedAt) })}</span>}
    </p>
  );
}

/** Ctrl+P prints the whole page, of which the browser itself has only what is in view. */
export function onPrintKey(event: KeyboardEvent): void {
  const isPrint =
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p';
  if (!isPrint) return;
  event.preventDefault();
  if (!event.repeat) void printPage();
}
