import { useTranslation } from 'react-i18next';
import type { Period } from '../../../../shared/periods.ts';
import { FigureLink } from '../../../components/figure-link.tsx';
import type { PeriodChoice } from '../../../lib/address/fields.ts';
import { useFormat } from '../../../lib/language.ts';
import { PendingFigure } from '../pending-figure.tsx';
import type { PeriodFigures } from '../period-figures.ts';
import { useDaysText } from '../use-days-text.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { type Measure, pageBehind } from './measures.ts';

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
    <FigureLink
      rows={pageBehind(measure, addresses, choice)}
      title={t(OPENS[measure.page], { days: daysText(days) })}
    >
      {format[measure.form](value)}
    </FigureLink>
  );
}
