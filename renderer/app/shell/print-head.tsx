import { Button, Dialog } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { MAX_PAPER_TEXT_LENGTH, shortenText } from '../../../shared/paper-text.ts';
import { PAGE_TITLE_ID } from '../../components/page/page-header.tsx';
import { Delayed } from '../../components/states/loading.tsx';
import { useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { useCutTexts, usePrintState, usePrintSteps } from '../../lib/print.ts';
import { useCompanyName } from '../../lib/queries/company.ts';
import styles from './shell.module.css';

/**
 * The head of the first sheet: the company and the print time. Later sheets have a line with the company and the
 * subject.
 */
export function PrintHead() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { locked_location: location } = useMe();
  const company = useCompanyName();
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  const cutTexts = useCutTexts();
  const isNamed = location === null || company.endsWith(location.title);
  const owner = [company, ...(isNamed ? [] : [location.title])].join(' · ');
  usePrintSteps({
    before: () => {
      setPrintedAt(formatTimestamp(Date.now()));
      // Text in the margins of a sheet can only come from a style.
      document.documentElement.style.setProperty(
        '--running-head',
        quoteCss(shortenText([owner, ...listSubject()].join(' · '), MAX_PAPER_TEXT_LENGTH)),
      );
    },
    after: () => document.documentElement.style.removeProperty('--running-head'),
  });
  return (
    <>
      <p className={styles.printHead} data-print-head>
        <strong>{owner}</strong>
        {printedAt !== null && <span>{t('print.at', { moment: dateTime(printedAt) })}</span>}
      </p>
      {cutTexts > 0 && <p>{t('print.cut', { count: cutTexts, length: MAX_PAPER_TEXT_LENGTH })}</p>}
    </>
  );
}

/** Limits in characters, so that all parts fit. */
const MAX_PLACE_LENGTH = 50;
const MAX_FILTERS_LENGTH = 60;

/** The title of the page, its places, its period or day, and the filters, as in an export. */
function listSubject(): readonly string[] {
  const filters = [...document.querySelectorAll<HTMLElement>('main [data-filter]')].flatMap(
    ({ dataset }) => dataset.filter ?? [],
  );
  return [
    readFact('print-title') ?? document.getElementById(PAGE_TITLE_ID)?.textContent,
    shortenText(readFact('place') ?? '', MAX_PLACE_LENGTH),
    readFact('period'),
    shortenText(filters.join(', '), MAX_FILTERS_LENGTH),
  ].flatMap((text) => text || []);
}

/**
 * Reads a fact from `main`, so not from a dialog over it. The last element wins: the figures come after the choices.
 */
function readFact(fact: 'print-title' | 'place' | 'period'): string | undefined {
  const stated = [...document.querySelectorAll(`main [data-${fact}]`)].at(-1);
  return stated?.getAttribute(`data-${fact}`) ?? undefined;
}

/** Quotes a text for CSS, so that nothing in it can end the string. */
function quoteCss(text: string): string {
  const escaped = text.replace(/["\\<\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}

/** The progress of reading a long list for printing, with a button to cancel. Hidden for a short wait. */
export function PrintProgress() {
  const { t } = useTranslation();
  const { current, cancel } = usePrintState();
  if (current?.rows == null) return null;
  const { rows, isDrawing } = current;
  return (
    <Delayed>
      <Dialog opened size="md" shadow="md" position={{ bottom: 24, right: 24 }} transitionProps={{ duration: 0 }}>
        {/* Announced once, without the figures. */}
        <p className={styles.printing} role="status">
          {t('print.preparing')}
        </p>
        <div className={styles.printing} data-figures>
          <span>{t(isDrawing ? 'print.drawing' : 'print.reading', { ...rows })}</span>
          {!isDrawing && (
            <Button variant="default" onClick={cancel}>
              {t('print.cancel')}
            </Button>
          )}
        </div>
        <progress className={styles.printed} aria-label={t('print.preparing')} max={rows.total} value={rows.read} />
      </Dialog>
    </Delayed>
  );
}
