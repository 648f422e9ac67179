import { isCalendarDate } from '../../../shared/calendar.ts';
import { ITEM_SIGNS, ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../shared/contract/order-rows.ts';
import { ITEM_TYPES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { createChoiceField, type Field, flagField, idField, idsField } from '../../lib/address/fields.ts';
import {
  FIGURE_SIDES,
  type FigureSide,
  ITEM_FIGURES,
  type ItemFigure,
  type ItemFilters,
  type PaymentFilters,
} from '../../lib/address/figure-rows.ts';
import { type Fields, type PageState, readState, VIEW_PARAMETER } from '../../lib/address/navigation.ts';
import type { Search } from '../../lib/address/search.ts';

interface RowsAddress<Filters> {
  readonly filters: Filters & { readonly to: string };
  /** The figure that was opened; `null` if the rows were opened without one. */
  readonly amount: number | null;
}

export interface ItemRowsAddress extends RowsAddress<ItemFilters> {
  readonly figure: ItemFigure;
  readonly side: FigureSide;
  readonly isNegated: boolean;
  /** The part of the figure, in euros, that these rows do not contain. */
  readonly rounding: number;
}

export type PaymentRowsAddress = RowsAddress<PaymentFilters>;

/** `null` if the address has no figure or a parameter that cannot be read. */
export function readItemRows(search: Search): ItemRowsAddress | null {
  const state = readExactly(ITEM_ROWS_FIELDS, search);
  if (state === null) return null;
  const { figure, side, amount = null, from, to = from, ...flagsAndFilters } = state;
  const { negated: isNegated = false, rounding = 0, ...others } = flagsAndFilters;
  if (!figure || !side || !from || !to || to < from) return null;
  return { figure, side, isNegated, rounding, amount, filters: { from, to, ...others } };
}

export function readPaymentRows(search: Search): PaymentRowsAddress | null {
  const state = readExactly(PAYMENT_ROWS_FIELDS, search);
  if (state === null) return null;
  const { amount = null, from, to = from, ...others } = state;
  if (!from || !to || to < from) return null;
  return { amount, filters: { from, to, ...others } };
}

/** `null` if the address has an unknown parameter, as a misspelt filter would list more rows without a notice. */
function readExactly<State extends object>(fields: Fields<State>, search: Search): PageState<State> | null {
  const state = readState(fields, search);
  // The columns and the opened view are not filters.
  const isKnown = (name: string) => name in state || name === 'columns' || name === VIEW_PARAMETER;
  return Object.keys(search).every(isKnown) ? state : null;
}

const dayField: Field<string> = {
  read: (text) => (isCalendarDate(text) ? text : undefined),
  write: (day) => day,
};

/** Euros with at most 4 decimals, as `figure-rows.ts` writes them. */
const amountField: Field<number> = {
  read: (text) => (/^-?\d{1,11}(\.\d{1,4})?$/.test(text) ? Number(text) : undefined),
  write: String,
};

const recordField: Field<number> = {
  read: (text) => idField.read(text) ?? undefined,
  write: String,
};

const recordsField: Field<number[]> = {
  read: (text) => idsField.read(text) ?? undefined,
  write: (ids) => idsField.write(ids),
};

const FIELDS = {
  amount: amountField,
  from: dayField,
  to: dayField,
  location_id: recordsField,
  shop_id: recordsField,
};

/** The parameters in the address of the rows behind a figure. The filters are named as in the API. */
export const ITEM_ROWS_FIELDS = {
  ...FIELDS,
  figure: createChoiceField(ITEM_FIGURES),
  side: createChoiceField(FIGURE_SIDES),
  negated: flagField,
  rounding: amountField,
  type: createChoiceField(ITEM_TYPES),
  sign: createChoiceField(ITEM_SIGNS),
  tax_rate_id: recordField,
  product_group_id: recordField,
  product_id: recordField,
  payment_term: createChoiceField(PAYMENT_TERMS),
  is_paid: flagField,
  sort: createChoiceField(ORDER_ITEM_SORTS),
};

export const PAYMENT_ROWS_FIELDS = {
  ...FIELDS,
  provider_method_type_id: recordField,
  sort: createChoiceField(ORDER_PAYMENT_SORTS),
};

/** Whether all rows are from one shop, which the filters above them name. */
export function isSingleShop({ shop_id }: { readonly shop_id?: readonly number[] | undefined }): boolean {
  return shop_id?.length === 1;
}
