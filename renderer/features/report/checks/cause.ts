/** A figure of which a check may be off by its whole amount. */
export type FigureCause =
  | 'cashRounding'
  | 'cashRoundingReversed'
  | 'returns'
  | 'returnsReversed'
  | 'giftCards'
  | 'tips'
  | 'paymentsOnInvoice'
  | 'prepayments'
  | 'nonRevenueTotal'
  | 'notPaid'
  | 'settled';

/** Too much: a row that is there twice, or not in the total. Missing: the other way round. Reversed: wrong sign. */
export type RowFault = 'extra' | 'missing' | 'reversed';

/** What a row of the report stands for. */
export type RowKind = 'rate' | 'method' | 'group' | 'shop';

/** What may make a check fail. `general` is what does so whatever the difference is. */
export type Cause =
  | { readonly kind: 'figure'; readonly figure: FigureCause }
  | { readonly kind: 'smallRounding' }
  | { readonly kind: 'row'; readonly row: RowKind; readonly fault: RowFault; readonly name: string }
  | { readonly kind: 'general'; readonly rank: 'first' | 'second' | 'third' };
