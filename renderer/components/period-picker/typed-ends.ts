import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Period } from '../../../shared/periods.ts';

/**
 * The typed first and last day of a period. A first day after the end moves the end. A last day before the start stays
 * in its field with a message, and is used once the start is early enough.
 */
export function useTypedEnds({ from, to }: Period, onChange: (period: Period) => void) {
  const { t } = useTranslation();
  // Forgotten once another period is chosen.
  const [refused, setRefused] = useState<{ readonly end: CalendarDate; readonly of: Period } | null>(null);
  const early = refused?.of.from === from && refused.of.to === to ? refused.end : null;

  function changeStart(day: CalendarDate) {
    const isEnough = early !== null && day <= early;
    const next = { from: day, to: isEnough ? early : day > to ? day : to };
    setRefused(early === null || isEnough ? null : { end: early, of: next });
    onChange(next);
  }

  function changeEnd(day: CalendarDate) {
    const isEarly = day < from;
    setRefused(isEarly ? { end: day, of: { from, to } } : null);
    if (!isEarly && day !== to) onChange({ from, to: day });
  }

  return {
    start: { value: from, onChange: changeStart },
    end: {
      value: early ?? to,
      onChange: changeEnd,
      error: early === null ? undefined : t('periods.endBeforeStart'),
    },
  };
}
