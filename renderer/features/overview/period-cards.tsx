import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { type ComparedPeriod, sumPeriod } from './overview-periods.ts';
import { listCardMeasures, type Measure, MeasureChange, MeasureFigure } from './period-measures.tsx';

interface PeriodCardsProps {
  readonly period: ComparedPeriod;
  /** `undefined` until they are read. */
  readonly days: readonly TurnoverDay[] | undefined;
  readonly side: VatSide;
  readonly addresses: LocationAddresses;
}

/** Cards with a figure, its change since the previous period, and its trend over the last complete days. */
export function PeriodCards({ period, days, side, addresses }: PeriodCardsProps) {
  const { t } = useTranslation();
  return (
    <dl className={styles.cards}>
      {listCardMeasures(side).map((measure) => (
        <div key={measure.label} className={styles.card}>
          <dt>{t(measure.label)}</dt>
          <dd className={styles.figure} data-tour="figure">
            <MeasureFigure measure={measure} period={period.now} addresses={addresses} />
          </dd>
          <CardChange measure={measure} period={period} />
          <dd>
            <Trend measure={measure} days={days} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The change with its direction, and the days it is compared with. */
function CardChange({ measure, period: { now, comparisons } }: Pick<PeriodCardsProps, 'period'> & CardMeasure) {
  const { t } = useTranslation();
  const formatDays = useFormatDays();
  const before = comparisons.find(({ comparison }) => comparison === 'before');
  if (!before) return null;
  if (before.isUnread) return <dd className={styles.unread}>{t('overview.periods.unread')}</dd>;
  if (!now.figures || !before.figures) return <dd className={styles.since}>{'\u00a0'}</dd>;
  const [value, valueBefore] = [measure.getValue(now.figures), measure.getValue(before.figures)];
  if (value === null || valueBefore === null) return <dd className={styles.since}>{t('overview.periods.noChange')}</dd>;
  const difference = value - valueBefore;
  const Arrow = difference === 0 ? IconMinus : difference > 0 ? IconArrowUp : IconArrowDown;
  return (
    <dd className={styles.since}>
      <Arrow size={14} stroke={2.2} aria-hidden />
      <strong>
        <MeasureChange measure={measure} now={now.figures} before={before.figures} />
      </strong>{' '}
      {t('overview.periods.against')} {formatDays(before.days)}
    </dd>
  );
}

interface CardMeasure {
  readonly measure: Measure;
}

const TREND_DAYS = 28;

/** The trend, without today, which has not ended. */
function Trend({ measure, days }: CardMeasure & Pick<PeriodCardsProps, 'days'>) {
  const today = useToday();
  const values = Array.from({ length: TREND_DAYS }, (_, index) => {
    const date = addDays(today, index - TREND_DAYS);
    return days ? measure.getValue(sumPeriod(days, { from: date, to: date })) : null;
  });
  return <Sparkline values={values} />;
}
