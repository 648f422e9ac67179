import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { useDaysText } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { type ComparedPeriod, periodFigures } from './overview-periods.ts';
import { cardMeasures, type Measure, MeasureChange, MeasureFigure } from './period-measures.tsx';

interface PeriodCardsProps {
  readonly period: ComparedPeriod;
  /** Undefined while they are read. */
  readonly days: readonly TurnoverDay[] | undefined;
  readonly side: VatSide;
  readonly addresses: LocationAddresses;
}

/** One figure each, its change since the period before, and its course over the last whole days. */
export function PeriodCards({ period, days, side, addresses }: PeriodCardsProps) {
  const { t } = useTranslation();
  return (
    <dl className={styles.cards}>
      {cardMeasures(side).map((measure) => (
        <div key={measure.label} className={styles.card}>
          <dt>{t(measure.label)}</dt>
          <dd className={styles.figure} data-tour="figure">
            <MeasureFigure measure={measure} period={period.now} addresses={addresses} />
          </dd>
          <CardChange measure={measure} period={period} />
          <dd>
            <Course measure={measure} days={days} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The change with its direction, and the days that it is since. */
function CardChange({ measure, period: { now, comparisons } }: Pick<PeriodCardsProps, 'period'> & CardMeasure) {
  const { t } = useTranslation();
  const daysText = useDaysText();
  const before = comparisons.find(({ comparison }) => comparison === 'before');
  if (!before) return null;
  if (before.isUnread) return <dd className={styles.unread}>{t('overview.periods.unread')}</dd>;
  if (!now.figures || !before.figures) return <dd className={styles.since}>{'\u00a0'}</dd>;
  const [value, valueBefore] = [measure.of(now.figures), measure.of(before.figures)];
  if (value === null || valueBefore === null) return <dd className={styles.since}>{t('overview.periods.noChange')}</dd>;
  const difference = value - valueBefore;
  const Arrow = difference === 0 ? IconMinus : difference > 0 ? IconArrowUp : IconArrowDown;
  return (
    <dd className={styles.since}>
      <Arrow size={14} stroke={2.2} aria-hidden />
      <strong>
        <MeasureChange measure={measure} now={now.figures} before={before.figures} />
      </strong>{' '}
      {t('overview.periods.against')} {daysText(before.days)}
    </dd>
  );
}

interface CardMeasure {
  readonly measure: Measure;
}

const DAYS_OF_COURSE = 28;

/** Without today, which is not over. */
function Course({ measure, days }: CardMeasure & Pick<PeriodCardsProps, 'days'>) {
  const today = useToday();
  const values = Array.from({ length: DAYS_OF_COURSE }, (_, index) => {
    const date = addDays(today, index - DAYS_OF_COURSE);
    return days ? measure.of(periodFigures(days, { from: date, to: date })) : null;
  });
  return <Sparkline values={values} />;
}
