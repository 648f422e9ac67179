/** In points of 1/72 inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const SHORT_SIDE = 595.28;
const LONG_SIDE = 841.89;
export const PORTRAIT: PageSize = { width: SHORT_SIDE, height: LONG_SIDE };
export const LANDSCAPE: PageSize = { width: LONG_SIDE, height: SHORT_SIDE };

export const MARGIN = 36;
/** What is kept free below the rows, for the footer. */
export const FOOTER_HEIGHT = 46;

export const INK = '#16191d';
export const MUTED = '#59606a';
export const ALARM = '#9b1c1c';
export const HAIRLINE = { weight: 0.4, color: '#d3d7dc' };
export const RULE = { weight: 0.8, color: INK };

/** Of the height of a line to the size of its letters. */
const LINE_SPACING = 1.25;

export function lineHeightOf(size: number): number {
  return size * LINE_SPACING;
}
