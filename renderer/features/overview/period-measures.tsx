import { useTranslation } from 'react-i18next';
import { calculateChange, type VatSide } from '../../../shared/report-comparison.ts';
import { FigureLink, NotKnown, PointsText } from '../../components/figures.tsx';
import { useFormat } from '../../lib/language.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { calculateAverageReceipt, type DaysWithFigures, getTurnover, type PeriodFigures } from './overview-periods.ts';
import { PendingFigure } from './overview-section.tsx';

export interface Measure {
  readonly label:
    | `terms.turnover.${VatSide}`
    | 'shell.orders'
    | `overview.periods.receipt.${VatSide}`
    | 'report.revenue.margin'
    | 'overview.periods.discounts';
  readonly unit:
    | 'overview.periods.under'
    | 'overview.periods.number'
    | 'overview.periods.perOrder'
    | 'report.ofTurnover'
    | 'overview.periods.inclVat';
  readonly form: 'amount' | 'money' | 'quantity' | 'roundPercentage';
  readonly rank: 'main' | 'beside' | 'other';
  /** The page that its figures open. */
  readonly page: 'report' | 'orders' | 'discounts';
  readonly getValue: (figures: PeriodFigures) => number | null;
}

/** The four most important figures. */
export function listCardMeasures(side: VatSide): readonly Measure[] {
  return [
    { ...createTurnover(side, 'main'), form: 'money' },
    ORDERS,
    { ...createReceipt(side), form: 'money' },
    MARGIN,
  ];
}

/** All figures, starting with the chosen side of the turnover followed by the other one. */
export function listMeasures(side: VatSide): readonly Measure[] {
  return [
    createTurnover(side, 'main'),
    createTurnover(side === 'wt' ? 'ex' : 'wt', 'beside'),
    ORDERS,
    createReceipt(side),
    MARGIN,
    {
      label: 'overview.periods.discounts',
      unit: 'overview.periods.inclVat',
      form: 'amount',
      rank: 'other',
      page: 'discounts',
      getValue: (figures) => figures.discount_value_wt,
    },
  ];
}

const ORDERS: Measure = {
  label: 'shell.orders',
  unit: 'overview.periods.number',
  form: 'quantity',
  rank: 'other',
  page: 'orders',
  getValue: (figures) => figures.orders,
};

const MARGIN: Measure = {
  label: 'report.revenue.margin',
  unit: 'report.ofTurnover',
  form: 'roundPercentage',
  rank: 'other',
  page: 'report',
  getValue: (figures) => figures.margin,
};

function createReceipt(side: VatSide): Measure {
  return {
    label: `overview.periods.receipt.${side}`,
    unit: 'overview.periods.perOrder',
    form: 'amount',
    rank: 'other',
    page: 'orders',
    getValue: (figures) => calculateAverageReceipt(figures, side),
  };
}

function createTurnover(side: VatSide, rank: 'main' | 'beside'): Measure {
  return {
    label: `terms.turnover.${side}`,
    unit: 'overview.periods.under',
    form: 'amount',
    rank,
    page: 'report',
    getValue: (figures) => getTurnover(figures, side),
  };
}

const OPEN_TITLES = {
  report: 'overview.periods.openReport',
  orders: 'overview.periods.openOrders',
  discounts: 'overview.periods.openDiscounts',
} as const;

interface MeasureFigureProps {
  readonly measure: Measure;
  readonly period: DaysWithFigures;
  readonly addresses: LocationAddresses;
}

/** A figure of a period, which opens the page behind it. */
export function MeasureFigure({ measure, period: { figures, days, choice, lastDay }, addresses }: MeasureFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatDays = useFormatDays();
  if (!figures) return <PendingFigure />;
  const value = measure.getValue(figures);
  if (value === null) return measure === MARGIN && !figures.isCostKnown ? <NotKnown name="cost" /> : '–';
  // The pages behind the figures show whole days, so their sums would be higher.
  const isCut = lastDay !== null && lastDay !== 'whole';
  return (
    <FigureLink
      rows={isCut ? null : addresses[measure.page](choice)}
      title={t(OPEN_TITLES[measure.page], { days: formatDays(days) })}
    >
      {format[measure.form](value)}
    </FigureLink>
  );
}

interface MeasureChangeProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly before: PeriodFigures | undefined;
}

/** The change of a figure in percent, or in points if it is a percentage. */
export function MeasureChange({ measure, now, before }: MeasureChangeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!now || !before) return null;
  const [value, valueBefore] = [measure.getValue(now), measure.getValue(before)];
  if (value === null || valueBefore === null) return null;
  if (measure.form === 'roundPercentage') return <PointsText now={value} before={valueBefore} />;
  if (valueBefore === 0) return <span title={t('overview.periods.noComparison')}>–</span>;
  const { percentage } = calculateChange(value, valueBefore);
  return percentage === null ? '–' : format.change(percentage);
}

interface ComparedFigureProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly compared: DaysWithFigures;
  readonly addresses: LocationAddresses;
}

/** The change, and below it the figure it is compared with. */
export function ComparedFigure({ measure, now, compared, addresses }: ComparedFigureProps) {
  const { t } = useTranslation();
  if (compared.isUnread) return <span className={styles.unread}>{t('overview.periods.unread')}</span>;
  return (
    <>
      <span className={styles.change}>
        <MeasureChange measure={measure} now={now} before={compared.figures} />
      </span>
      <span className={styles.before}>
        <MeasureFigure measure={measure} period={compared} addresses={addresses} />
      </span>
    </>
  );
}
