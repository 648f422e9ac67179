import type { FigureSide, ItemFigure, ItemFilters, PaymentFilters } from '../../lib/address/figure-rows.ts';
import type { Search } from '../../lib/address/search.ts';
import { type Fields, type PageState, readState } from '../../lib/address/use-page-state.ts';
import { ITEM_ROWS_FIELDS, PAYMENT_ROWS_FIELDS } from './rows-fields.ts';

/** What every address of rows says. */
interface RowsAddress<Filters> {
  readonly filters: Filters & { readonly to: string };
  /** The figure as it stood where it was opened; null for rows that were opened without one. */
  readonly amount: number | null;
}

export interface ItemRowsAddress extends RowsAddress<ItemFilters> {
  readonly figure: ItemFigure;
  readonly side: FigureSide;
  readonly isNegated: boolean;
  /** Euros of the figure that are in no row of these. */
  readonly rounding: number;
}

export type PaymentRowsAddress = RowsAddress<PaymentFilters>;

/** Null for an address that names no figure, or that says something that cannot be understood. */
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

/** Columns are a choice on the table, and no part of what is listed. */
const OF_THE_TABLE = ['columns'];

/** A filter that is misspelt would widen what is listed without a word: null then. */
function readExactly<State extends object>(fields: Fields<State>, search: Search): PageState<State> | null {
  const state = readState(fields, search);
  const said = Object.keys(search).filter((name) => !OF_THE_TABLE.includes(name));
  return said.every((name) => name in state) ? state : null;
}
