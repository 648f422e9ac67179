import { Button, Dialog } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import { Delayed } from '../../components/states/loading.tsx';
import { useFormat } from '../../lib/language.ts';
import { printPage, usePrintState, usePrintSteps } from '../../lib/print.ts';
import { useCompanyName } from '../../lib/queries/company.ts';
import { useMe } from '../../lib/session.ts';
import styles from './shell.module.css';

/** Above each page on paper: whose it is, and when it was printed. */
export function PrintHead() {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { locked_location: location } = useMe();
  const company = useCompanyName();
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  usePrintSteps({ before: () => setPrintedAt(localTimestamp(Date.now())) });
  const isNamed = location === null || company.endsWith(location.title);
  return (
    <p className={styles.printHead} data-print-head>
      <strong>{[company, ...(isNamed ? [] : [location.title])].join(' · ')}</strong>
      {printedAt !== null && <span>{t('print.at', { moment: moment(printedAt) })}</span>}
    </p>
  );
}

/** How far the rows of a long list are read for its sheets, and a way to stop; nothing for a wait that is short. */
export function PrintProgress() {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { underWay, cancel } = usePrintState();
  if (underWay?.rows == null) return null;
  const { rows, isDrawing } = underWay;
  const texts = { read: quantity(rows.read), total: quantity(rows.total) };
  return (
    <Delayed>
      <Dialog opened size="md" shadow="md" position={{ bottom: 24, right: 24 }} transitionProps={{ duration: 0 }}>
        {/* Said once: the figures that follow are for the eye. */}
        <p className={styles.printing} role="status">
          {t('print.preparing')}
        </p>
        <div className={styles.printing} data-figures>
          <span>{t(isDrawing ? 'print.drawing' : 'print.reading', texts)}</span>
          {!isDrawing && (
            <Button size="xs" variant="default" onClick={cancel}>
              {t('print.cancel')}
            </Button>
          )}
        </div>
        <progress className={styles.printed} aria-label={t('print.preparing')} max={rows.total} value={rows.read} />
      </Dialog>
    </Delayed>
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
