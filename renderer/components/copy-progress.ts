import { useTranslation } from 'react-i18next';
import type { OrderCoverage, StreamProgress, StreamStatus } from '../../shared/contract/connection.ts';
import { formatDay } from '../lib/format.ts';
import { useFormat, useLanguage } from '../lib/language.ts';
import { useFormatSoon } from './moment-text.ts';

/** Formats the progress of reading one kind of record: `Orders: 3.412 van 25.000, klaar rond 16:40`. */
export function useFormatProgress(): (name: StreamStatus['name'], progress: StreamProgress) => string {
  const { t } = useTranslation();
  const formatSoon = useFormatSoon();
  return (stream, { done, of, expectedEnd }) => {
    const name = t(`connection.streams.name.${stream}`);
    const read =
      of === null
        ? t('connection.streams.doneUnknown', { name, done })
        : t('connection.streams.done', { name, done, of });
    return expectedEnd === null ? read : t('connection.streams.until', { done: read, end: formatSoon(expectedEnd) });
  };
}

/** Formats the day from which no order is missing, or that some orders cannot be read. */
export function useFormatCoverage(): (coverage: OrderCoverage) => string {
  const { t } = useTranslation();
  const { percentage } = useFormat();
  const language = useLanguage();
  return (coverage) => {
    const { completeFrom, isWhole, areOlderKnown, done, of, unreadable, unread } = coverage;
    if (isWhole && areOlderKnown) return t('connection.coverage.whole');
    const read = percentage(calculateIncompleteProgress(coverage));
    if (completeFrom === null) {
      return areOlderKnown ? t('connection.coverage.none', { percentage: read }) : t('connection.coverage.tooFew');
    }
    const day = formatDay(completeFrom, language, { day: 'numeric', month: 'long', year: 'numeric' });
    const isReading = areOlderKnown && (done + unreadable + unread < of || unreadable + unread === 0);
    const sentences = [
      ...(areOlderKnown ? [] : [t('connection.coverage.older', { day })]),
      ...(isReading ? [t('connection.coverage.from', { day, percentage: read })] : []),
      ...(unreadable > 0 ? [t('connection.coverage.unreadable', { count: unreadable })] : []),
      ...(unread > 0 ? [t('connection.coverage.unread', { count: unread })] : []),
    ];
    return sentences.join(' ');
  };
}

/** How much of the incomplete months has been read, in whole percent. It is never 100 while an order is missing. */
export function calculateIncompleteProgress({
  done,
  of,
  months,
}: Pick<OrderCoverage, 'done' | 'of' | 'months'>): number {
  const complete = months.filter(({ isComplete }) => isComplete).reduce((sum, { orders }) => sum + orders, 0);
  const known = of - complete;
  return known <= 0 ? 0 : Math.floor((Math.max(0, done - complete) * 100) / known);
}
