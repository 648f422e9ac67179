import type { ReactNode } from 'react';
import { ComparisonCells } from '../comparison/comparison-cells.tsx';
import type { ReportFigure, ReportLine } from '../lines/report-line.ts';
import { FigureText, OpenFigure } from './figure-text.tsx';

interface StatementLineProps {
  readonly label: ReactNode;
  /** Null for a line that only the report compared has: its own figures are blank then. */
  readonly line: ReportLine | null;
  /** Null where that report has no such line, and where nothing is compared. */
  readonly before?: ReportLine | null | undefined;
  /** A finished text between the amounts, such as a percentage. */
  readonly between?: string | null;
  /** A total has a rule above it and weight. */
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
}

/** The label takes the columns before the last where these are empty. */
export function StatementLine(props: StatementLineProps) {
  const { label, line, before = null, between = null } = props;
  const shape = line ?? before;
  const hasOneFigure = shape?.exVat === null;
  return (
    <tr data-total={props.isTotal || undefined} data-attention={props.needsAttention || undefined}>
      <th scope="row" colSpan={hasOneFigure ? 3 : 1}>
        {label}
      </th>
      {!hasOneFigure && <FigureCell figure={line?.exVat} />}
      {!hasOneFigure && (
        <td>
          {between === null ? line?.vat && <OpenFigure figure={line.vat} /> : <FigureText figure={between} />}
        </td>
      )}
      <FigureCell figure={line?.inclVat} />
      <ComparisonCells now={line} before={before} />
    </tr>
  );
}

function FigureCell({ figure }: { readonly figure: ReportFigure | null | undefined }) {
  return <td>{figure && <OpenFigure figure={figure} />}</td>;
}
