import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { formatMissing } from '../../../shared/unknown-figures.ts';
import { type PlainColumn, PlainTable, type RowGroup } from '../../components/data-table/plain-table.tsx';
import { Explained, PointsText } from '../../components/figures.tsx';
import { getVat, type ReportFigure, type ReportLine } from '../../lib/figure-lines.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import {
  ExVatOnly,
  getComparedFigure,
  NO_CELLS,
  OwnHeading,
  useComparedColumns,
  useCompareLines,
  useComparison,
} from './comparison.tsx';
import { FigureText, OpenFigure } from './report-figures.tsx';
import styles from './report-page.module.css';
import { LineLabel, type SectionRow } from './section-rows.tsx';

interface StatementSectionProps {
  readonly title: string;
  /** An explanation beside the title. */
  readonly info?: string;
  /** Shown at the end of the title line, such as a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function StatementSection({ title, info, aside, children }: StatementSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {info !== undefined && <Explained label={title} how={info} isIconOnly />}
        <div className={styles.aside}>{aside}</div>
      </header>
      {children}
      {info !== undefined && <p className={`${styles.note} ${styles.onPaper}`}>{info}</p>}
    </section>
  );
}

/** A line of a statement. */
export type StatementRow = SectionRow | PercentageRow;

/** A percentage of two figures excluding VAT. In a comparison, its difference is in points. */
interface PercentageRow {
  readonly key: string;
  readonly label: string;
  readonly percentage: number;
  /** `undefined` if nothing is compared, or not yet. */
  readonly before: number | null | undefined;
}

interface StatementTableProps {
  readonly label: string;
  readonly groups: readonly RowGroup<StatementRow>[];
}

/**
 * Lines of a statement in three columns: without VAT, the VAT, and with VAT. A compared report shows one side in four
 * columns: the amount, the compared amount, the difference and its percentage.
 */
export function StatementTable({ label, groups }: StatementTableProps) {
  const isCompared = useComparison() !== null;
  const plain = usePlainColumns();
  const compared = useComparedSideColumns();
  return (
    <div className={styles.scroller}>
      <PlainTable
        label={label}
        className={styles.lines}
        tableProps={{ 'data-compared': isCompared || undefined }}
        columns={[
          {
            id: 'label',
            header: '',
            headProps: { 'data-title': label },
            isRowHeading: true,
            // Spans the empty columns before the last one.
            span: (row) => (!isCompared && hasOneFigure(row) ? plain.length : 1),
            cell: (row) => <RowLabel row={row} />,
          },
          ...(isCompared ? compared : plain),
        ]}
        groups={groups}
        getRowKey={({ key }) => key}
        rowProps={(row) =>
          'of' in row
            ? { 'data-total': row.of.definition.isSum, 'data-attention': row.needsAttention || undefined }
            : {}
        }
      />
    </div>
  );
}

function hasOneFigure(row: StatementRow): boolean {
  return 'of' in row && (row.line ?? row.before)?.exVat === null;
}

function RowLabel({ row }: { readonly row: StatementRow }) {
  if (!('of' in row)) {
    return (
      <>
        {row.label}
        <ExVatOnly />
      </>
    );
  }
  return (
    <>
      {row.label ?? <LineLabel of={row.of} />}
      {row.line?.inclVat === null && <ExVatOnly />}
      {row.line && <MissingParts names={row.line.without} />}
    </>
  );
}

function usePlainColumns(): readonly PlainColumn<StatementRow>[] {
  const { t } = useTranslation();
  const { roundPercentage } = useFormat();
  const renderFigure = (row: StatementRow, choose: (line: ReportLine) => ReportFigure | null) => {
    const figure = 'of' in row && row.line && choose(row.line);
    return figure && <OpenFigure figure={figure} />;
  };
  return [
    {
      id: 'ex',
      header: t('terms.side.ex'),
      cell: (row) =>
        'of' in row ? renderFigure(row, ({ exVat }) => exVat) : <FigureText figure={roundPercentage(row.percentage)} />,
    },
    { id: 'vat', header: t('report.vat'), cell: (row) => renderFigure(row, getVat) },
    { id: 'wt', header: t('terms.side.wt'), cell: (row) => renderFigure(row, ({ inclVat }) => inclVat) },
  ];
}

function useComparedSideColumns(): readonly PlainColumn<StatementRow>[] {
  const comparison = useComparison();
  const compare = useCompareLines();
  const { roundPercentage } = useFormat();
  const renderOwn = ({ line }: SectionRow) => {
    const figure = comparison && getComparedFigure(line, comparison.side);
    return figure && <OpenFigure figure={figure} />;
  };
  const compared = useComparedColumns<StatementRow>((row) => {
    if ('of' in row) return compare({ now: row.line, before: row.before });
    if (typeof row.before !== 'number') return NO_CELLS;
    return {
      before: <FigureText figure={roundPercentage(row.before)} />,
      difference: <PointsText now={row.percentage} before={row.before} />,
      percentage: null,
    };
  });
  const own: PlainColumn<StatementRow> = {
    id: 'own',
    header: <OwnHeading />,
    cell: (row) => ('of' in row ? renderOwn(row) : <FigureText figure={roundPercentage(row.percentage)} />),
  };
  return [own, ...compared];
}

/** Names the parts that a total lacks because the platform does not know them. */
export function MissingParts({ names }: { readonly names: readonly UnknownFigure[] }) {
  const language = useLanguage();
  if (names.length === 0) return null;
  return (
    <>
      {' '}
      <span className={styles.without}>{formatMissing(names, language)}</span>
    </>
  );
}
