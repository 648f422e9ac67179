import type { Amount } from '../../../../shared/money.ts';

/**
 * What a reader of the figures has to know of how a record became rows. The window has a sentence for each kind.
 *
 * Products: `sku_missing`, `sku_taken` (`written` is what stands for it), `stock_unlimited`, `price_incomplete`,
 * `price_in_other_currency`, `price_differs_by_shop` (`ours` is used).
 * Reference data: `tax_rate_from_line` (`given` is its fraction).
 * Orders: `order_left_out` (`given` is why: `quote`, `request`, `contract`, `no_date`, `out_of_range`, or the code of a
 * currency), `status_unknown`, `number_taken`, `header_differs`,
 * `tax_row_differs`, `discount_differs` (each `theirs` and `ours`), `quantity_zero`, `line_price_missing` (the
 * side that is missing is 0; `amount` is the price with VAT where that is given), `gift_card_with_vat`,
 * `paid_amount_unknown`, `paid_differs`.
 * Returns: `return_date_unknown`, `return_differs`, `return_taken_back`, `return_exceeds_sale`, `money_without_goods`.
 * Reading: `order_not_answered` (lists name the order, and StoreKeeper does not find it: `given` is what it says).
 * Check: `order_missing` (StoreKeeper names it, and it cannot be found), `order_surplus` (it is no longer named),
 * `order_not_listed` (two checks did not find it named, and StoreKeeper answers it all the same), `order_differs`
 * (`given` is the side; header and lines of the copy), `month_differs` (`given` is what: `lines wt`, `payments`,
 * `totals`), each of the last two with `theirs` and `ours`.
 * Any: `record_unreadable`; `sweep_incomplete` (a list had other rows than its total says: `given` is the total, `written`
 * how many rows were read; what is gone from it is not removed).
 */
export type NoteKind =
  | 'sku_missing'
  | 'sku_taken'
  | 'stock_unlimited'
  | 'price_incomplete'
  | 'price_in_other_currency'
  | 'price_differs_by_shop'
  | 'tax_rate_from_line'
  | 'order_left_out'
  | 'status_unknown'
  | 'number_taken'
  | 'header_differs'
  | 'tax_row_differs'
  | 'discount_differs'
  | 'quantity_zero'
  | 'line_price_missing'
  | 'gift_card_with_vat'
  | 'paid_amount_unknown'
  | 'paid_differs'
  | 'return_date_unknown'
  | 'return_differs'
  | 'return_taken_back'
  | 'return_exceeds_sale'
  | 'money_without_goods'
  | 'order_not_answered'
  | 'order_missing'
  | 'order_surplus'
  | 'order_not_listed'
  | 'order_differs'
  | 'month_differs'
  | 'record_unreadable'
  | 'sweep_incomplete';

export interface NoteDetail {
  /** What the record says, or the member that the note is about. */
  readonly given?: string;
  /** What the copy has instead. */
  readonly written?: string;
  /** How much the note is about, including VAT. */
  readonly amount?: Amount;
  /** A figure as StoreKeeper states it, and as the rows of the copy have it. */
  readonly theirs?: Amount;
  readonly ours?: Amount;
}

export interface Note {
  readonly kind: NoteKind;
  /** `order:1204`: the sort of record, and its id there. */
  readonly record: string;
  readonly detail: NoteDetail;
}

export type NotedRecord =
  | 'product'
  | 'product_row'
  | 'price'
  | 'tax_rate'
  | 'shop'
  | 'location'
  | 'payment_method'
  | 'customer'
  | 'order'
  | 'order_item'
  | 'month'
  /** All records of one sort. */
  | 'list';

export function noteOf(kind: NoteKind, record: NotedRecord, id: number | string, detail: NoteDetail = {}): Note {
  return { kind, record: `${record}:${id}`, detail };
}
