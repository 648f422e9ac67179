import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';

type Shops = FinancialReport['shops'];

/** A table with some of the columns of one that is too wide. */
interface PaperPart {
  readonly key: string;
  readonly shops: Shops;
  /** In the last part only. */
  readonly hasTotals: boolean;
}

/** What an A4 page upright has room for beside the name of the group. */
const SHOPS_ON_PAPER = 6;
const SHOPS_BESIDE_TOTAL = 5;
/** The total, what it is compared with, the difference and its percentage leave room for these. */
const SHOPS_BESIDE_COMPARISON = 2;

/** The shops in tables that fit on paper; the totals stand in the last one, beside the shops it has room for. */
export function paperParts(shops: Shops, isCompared: boolean): readonly PaperPart[] {
  const beside = isCompared ? SHOPS_BESIDE_COMPARISON : SHOPS_BESIDE_TOTAL;
  const parts: PaperPart[] = [];
  let rest = shops;
  while (rest.length > beside) {
    parts.push({ key: `part-${parts.length}`, shops: rest.slice(0, SHOPS_ON_PAPER), hasTotals: false });
    rest = rest.slice(SHOPS_ON_PAPER);
  }
  return [...parts, { key: 'totals', shops: rest, hasTotals: true }];
}
