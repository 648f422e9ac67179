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

/** Above the first sheet: whose it is, and when it was printed. Those after it have a line with whose and what it is. */
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
      // The margins of a sheet can have text of a style only.
      document.documentElement.style.setProperty(
        '--running-head',
        cssString(shortenText([owner, ...subjectOfPage()].join(' · '), MAX_PAPER_TEXT_LENGTH)),
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

/** Letters of the places and of the filters, so that all has room. */
const LONGEST_PLACE = 50;
const LONGEST_FILTERS = 60;

/** The title of the page, the places and the period or day that it states, as an export has them, and what else is set. */
function subjectOfPage(): readonly string[] {
  const filters = [...document.querySelectorAll<HTMLElement>('main [data-filter]')].flatMap(
    ({ dataset }) => dataset.filter ?? [],
  );
  return [
    statedBy('print-title') ?? document.getElementById(PAGE_TITLE_ID)?.textContent,
    shortenText(statedBy('place') ?? '', LONGEST_PLACE),
    statedBy('period'),
    shortenText(filters.join(', '), LONGEST_FILTERS),
  ].flatMap((text) => text || []);
}

/** What `main` states, and not a dialog over it: of its figures, which stand below what was chosen. */
function statedBy(fact: 'print-title' | 'place' | 'period'): string | undefined {
  const stated = [...document.querySelectorAll(`main [data-${fact}]`)].at(-1);
  return stated?.getAttribute(`data-${fact}`) ?? undefined;
}

/** A text as CSS writes one: nothing in it can end it. */
function cssString(text: string): string {
  const escaped = text.replace(/["\\<\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}

/** How far the rows of a long list are read for its sheets, and a way to stop; nothing for a wait that is short. */
export function PrintProgress() {
  const { t } = useTranslation();
  const { current, cancel } = usePrintState();
  if (current?.rows == null) return null;
  const { rows, isDrawing } = current;
  return (
    <Delayed>
      <Dialog opened size="md" shadow="md" position={{ bottom: 24, right: 24 }} transitionProps={{ duration: 0 }}>
        {/* Said once: the figures that follow are for the eye. */}
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
