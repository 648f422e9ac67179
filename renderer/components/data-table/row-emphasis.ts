/**
 * What a row is among the others: the heading of a group, or the sum of one. Neither is selected or copied; opening
 * tells of it as of any row.
 */
export type RowEmphasis = 'group' | 'subtotal';

/** Undefined for a row of data. */
export type EmphasisOf<Row> = (row: Row) => RowEmphasis | undefined;
