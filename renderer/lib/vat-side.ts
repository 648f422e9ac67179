export const VAT_SIDES = ['wt', 'ex'] as const;

/** Which of two amounts is shown where there is room for one: including VAT or excluding it. */
export type VatSide = (typeof VAT_SIDES)[number];
