import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { ComparisonCells } from '../comparison/comparison-cells.tsx';
import { sidedFigure } from '../comparison/report-comparison.ts';
import type { GroupLines } from '../lines/group-lines.ts';
import type { ReportLine } from '../lines/report-line.ts';
import { FigureText, OpenFigure } from './figure-text.tsx';
import styles from './groups-grid.module.css';

interface GroupFiguresProps {
  /** Null for a group that only the report compared has: its own figures are blank then. */
  readonly now: GroupLines['total'] | null;
  readonly before: ReportLine | null | undefined;
  readonly shops: FinancialReport['shops'];
  readonly side: VatSide;
  readonly hasTotals: boolean;
}

/** The shops of a row, its total, and what that is compared with. */
export function GroupFigures({ now, before, shops, side, hasTotals }: GroupFiguresProps) {
  const total = sidedFigure(now, side);
  return (
    <>
      {shops.map(({ shop_id }) => (
        <ShopCell key={shop_id} line={now?.shops.get(shop_id) ?? null} side={side} />
      ))}
      {hasTotals && <td className={styles.total}>{total && <OpenFigure figure={total} />}</td>}
      {hasTotals && <ComparisonCells now={now} before={before ?? null} />}
    </>
  );
}

/** A shop that the row does not name stays blank. Of the many that are 0, none opens: the total of the row does. */
function ShopCell({ line, side }: { readonly line: ReportLine | null; readonly side: VatSide }) {
  const figure = sidedFigure(line, side);
  if (figure?.euros === 0) {
    return (
      <td data-zero>
        <FigureText figure={0} />
      </td>
    );
  }
  return <td>{figure && <OpenFigure figure={figure} />}</td>;
}
