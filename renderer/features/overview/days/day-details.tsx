import { useTranslation } from 'react-i18next';
import type { TurnoverDay } from '../../../../shared/contract/turnover-by-day.ts';
import { useFormat } from '../../../lib/language.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { turnoverOf } from '../period-figures.ts';
import { useDaysText } from '../use-days-text.ts';
import styles from './days-section.module.css';
import type { MonthDay } from './month-days.ts';

interface DayDetailsProps {
  readonly day: MonthDay | undefined;
  readonly side: VatSide;
}

/** The figures of a day of the chart and of the one beside it. */
export function DayDetails({ day: shown, side }: DayDetailsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const daysText = useDaysText();
  if (!shown) return null;
  const { day, compared, isUnderWay } = shown;
  const textOf = (figures: TurnoverDay) =>
    `${daysText({ from: figures.date, to: figures.date })}: ${money(turnoverOf(figures, side))}`;
  return (
    <>
      {day && (
        <span>
          <span className={styles.key} data-series="day" />
          {textOf(day)}
          {isUnderWay && ` (${t('overview.turnoverByDay.underWay')})`}
        </span>
      )}
      {compared && (
        <span>
          <span className={styles.key} data-series="compared" />
          {textOf(compared)}
        </span>
      )}
    </>
  );
}
