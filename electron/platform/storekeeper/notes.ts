import type { Amount } from '../../../shared/money.ts';

/** Facts about the copying of a record that readers of figures should know. The window has a sentence for each kind. */
export const NOTE_KINDS = [
  // Products. `written` replaces a missing SKU; `ours` is the used price.
  ...([
    'sku_missing',
    'sku_taken',
    'stock_unlimited',
    'stock_missing',
    'price_incomplete',
    'price_in_other_currency',
  ] as const),
  'tax_rate_from_line',
  // Orders. `given` is the reason for leaving one out: `quote`, `request`, `contract` or a currency code.
  ...(['order_left_out', 'status_unknown', 'number_taken', 'header_differs', 'tax_row_differs'] as const),
  ...(['discount_differs', 'quantity_zero', 'line_price_missing', 'gift_card_with_vat'] as const),
  ...(['paid_amount_unknown', 'paid_differs'] as const),
  // Corrections: refunds of StoreKeeper.
  ...(['return_date_unknown', 'return_differs', 'money_without_goods'] as const),
  // Any record. `given` lists members or is the reason.
  ...(['member_unreadable', 'record_unreadable', 'order_unreadable'] as const),
  // Lists and the daily check.
  ...(['sweep_incomplete', 'ids_cut', 'shops_not_read', 'copy_read_anew'] as const),
  'order_differs',
] as const;

export type NoteKind = (typeof NOTE_KINDS)[number];

export interface NoteDetail {
  /** The value in the record, or the member that the note is about. */
  readonly given?: string;
  /** The value in the copy instead. */
  readonly written?: string;
  /** The affected amount, including VAT. */
  readonly amount?: Amount;
  /** A figure according to StoreKeeper, and according to the rows of the copy. */
  readonly theirs?: Amount;
  readonly ours?: Amount;
}

export interface Note {
  readonly kind: NoteKind;
  /** Kind of record and its id at StoreKeeper, such as `order:1204`. */
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
  /** All records of one kind. */
  | 'list';

export function createNote(kind: NoteKind, record: NotedRecord, id: number | string, detail: NoteDetail = {}): Note {
  return { kind, record: `${record}:${id}`, detail };
}

const MAX_NAMED_MEMBERS = 5;

/** Creates a note about unreadable members of a record. Empty if all were readable. */
export function createUnreadableNotes(record: NotedRecord, id: number, unreadable: readonly string[]): Note[] {
  const names = [...new Set(unreadable)];
  if (names.length === 0) return [];
  const given = names.slice(0, MAX_NAMED_MEMBERS).join(', ');
  return [createNote('member_unreadable', record, id, { given })];
}
