import type { Address } from '../../../lib/address/address.ts';
import type { PeriodChoice } from '../../../lib/address/fields.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { type PeriodFigures, turnoverOf } from '../period-figures.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';

type Page = 'report' | 'orders' | 'discounts';

/** A row of the table of periods. */
export interface Measure {
  readonly key: string;
  readonly label:
    | `overview.periods.turnover.${VatSide}`
    | 'overview.periods.orders'
    | 'overview.periods.margin'
    | 'overview.periods.discounts';
  readonly unit:
    | 'overview.periods.under'
    | 'overview.periods.number'
    | 'overview.periods.ofTurnover'
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
      label: 'overview.periods.orders',
      unit: 'overview.periods.number',
      form: 'quantity',
      rank: 'other',
      page: 'orders',
      of: (figures) => figures.orders,
    },
    {
      key: 'margin',
      label: 'overview.periods.margin',
      unit: 'overview.periods.ofTurnover',
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
export function pageBehind(
  { page }: Measure,
  addresses: PlaceAddresses,
  period: PeriodChoice,
): Address | null {
  return addresses[page](period);
}

function turnover(side: VatSide, rank: 'main' | 'beside'): Measure {
  return {
    key: `turnover-${side}`,
    label: `overview.periods.turnover.${side}`,
    unit: 'overview.periods.under',
    form: 'amount',
    rank,
    page: 'report',
    of: (figures) => turnoverOf(figures, side),
  };
}
