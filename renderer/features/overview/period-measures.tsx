import { useTranslation } from 'react-i18next';
import type { Period } from '../../../shared/periods.ts';
import { ChangeText, FigureLink } from '../../components/figures.tsx';
import type { Address } from '../../lib/address/address.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { changeBetween, signedText, type VatSide } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/language.ts';
import { useDaysText } from './days-text.ts';
import { type FiguresOfDays, type PeriodFigures, turnoverOf } from './overview-periods.ts';
import { PendingFigure } from './overview-section.tsx';
import styles from './periods-section.module.css';
import type { PlaceAddresses } from './place-addresses.ts';

type Page = 'report' | 'orders' | 'discounts';

/** A row of the table of periods. */
interface Measure {
  readonly key: string;
  readonly label: `terms.turnover.${VatSide}` | 'shell.orders' | 'report.revenue.margin' | 'overview.periods.discounts';
  readonly unit:
    | 'overview.periods.under'
    | 'overview.periods.number'
    | 'report.ofTurnover'
    | 'overview.periods.inclVat';
  readonly form: 'amount' | 'quantity' | 'percentage';
  readonly rank: 'main' | 'beside' | 'other';
  readonly page: Page;
  readonly of: (figures: PeriodFigures) => number | null;
}

/** The chosen side of the turnover first, the other one beside it. */
export function measuresOf(side: VatSide): readonly Measure[] {
  return [
    turnover(side, 'main'),
    turnover(side === 'wt' ? 'ex' : 'wt', 'beside'),
    {
      key: 'orders',
      label: 'shell.orders',
      unit: 'overview.periods.number',
      form: 'quantity',
      rank: 'other',
      page: 'orders',
      of: (figures) => figures.orders,
    },
    {
      key: 'margin',
      label: 'report.revenue.margin',
      unit: 'report.ofTurnover',
      form: 'percentage',
      rank: 'other',
      page: 'report',
      of: (figures) => figures.margin,
    },
    {
      key: 'discounts',
      label: 'overview.periods.discounts',
      unit: 'overview.periods.inclVat',
      form: 'amount',
      rank: 'other',
      page: 'discounts',
      of: (figures) => figures.discount_value_wt,
    },
  ];
}

/** The page with what is behind a figure, over the days that it is of. */
function pageBehind({ page }: Measure, addresses: PlaceAddresses, period: PeriodChoice): Address | null {
  return addresses[page](period);
}

function turnover(side: VatSide, rank: 'main' | 'beside'): Measure {
  return {
    key: `turnover-${side}`,
    label: `terms.turnover.${side}`,
    unit: 'overview.periods.under',
    form: 'amount',
    rank,
    page: 'report',
    of: (figures) => turnoverOf(figures, side),
  };
}

const OPENS = {
  report: 'overview.periods.openReport',
  orders: 'overview.periods.openOrders',
  discounts: 'overview.periods.openDiscounts',
} as const;

interface MeasureFigureProps {
  readonly measure: Measure;
  /** Undefined while they are being read. */
  readonly figures: PeriodFigures | undefined;
  readonly days: Period;
  /** How the days stand in the address that opens. */
  readonly choice: PeriodChoice;
  readonly addresses: PlaceAddresses;
}

/** A figure of a period, which opens what is behind it. */
export function MeasureFigure({ measure, figures, days, choice, addresses }: MeasureFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const daysText = useDaysText();
  if (!figures) return <PendingFigure />;
  const value = measure.of(figures);
  if (value === null) return '–';
  return (
    <FigureLink rows={pageBehind(measure, addresses, choice)} title={t(OPENS[measure.page], { days: daysText(days) })}>
      {format[measure.form](value)}
    </FigureLink>
  );
}

interface MeasureChangeProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly before: PeriodFigures | undefined;
}

/** How much a figure rose or fell: in percent, and a percentage in points. */
function MeasureChange({ measure, now, before }: MeasureChangeProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  if (!now || !before) return null;
  const [value, valueBefore] = [measure.of(now), measure.of(before)];
  if (value === null || valueBefore === null) return null;
  if (measure.form === 'percentage') {
    const points = changeBetween(value, valueBefore).difference;
    return (
      <span title={t('overview.periods.pointsTitle')}>
        {t('overview.periods.points', { change: signedText(points, amount) })}
      </span>
    );
  }
  if (valueBefore === 0) return <span title={t('overview.periods.noComparison')}>–</span>;
  return <ChangeText now={value} before={valueBefore} shows="percentage" />;
}

interface ComparedFigureProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly compared: FiguresOfDays;
  readonly addresses: PlaceAddresses;
}

/** The change, and under it the figure that it is held against. */
export function ComparedFigure({ measure, now, compared, addresses }: ComparedFigureProps) {
  const { t } = useTranslation();
  const { isUnread, ...figure } = compared;
  if (isUnread) return <span className={styles.unread}>{t('overview.periods.unread')}</span>;
  return (
    <>
      <span className={styles.change}>
        <MeasureChange measure={measure} now={now} before={figure.figures} />
      </span>
      <span className={styles.before}>
        <MeasureFigure
          measure={measure}
          figures={figure.figures}
          days={figure.days}
          choice={figure.choice}
          addresses={addresses}
        />
      </span>
    </>
  );
}
