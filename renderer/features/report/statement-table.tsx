import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { type Pair, pairByKey } from '../../../shared/report-comparison.ts';
import { withoutText } from '../../../shared/unknown-figures.ts';
import { rateName } from '../../../shared/vat-return.ts';
import { type PlainColumn, PlainTable, type RowGroup } from '../../components/data-table/plain-table.tsx';
import { Explained, PointsText } from '../../components/figures.tsx';
import { lineOf, madeFigure, type ReportFigure, type ReportLine, vatOf } from '../../lib/figure-lines.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import {
  comparedFigure,
  ExVatAlone,
  NO_CELLS,
  OwnHeading,
  useComparedColumns,
  useCompareLines,
  useComparison,
} from './comparison.tsx';
import { FigureText, OpenFigure } from './report-figures.tsx';
import { isRoundingRate, type RateLine } from './report-lines.ts';
import styles from './statement.module.css';

interface StatementSectionProps {
  readonly title: string;
  /** An explanation beside the title. */
  readonly info?: string;
  /** At the far end of the title line, such as a switch. */
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
export type StatementRow = FiguresRow | PercentageRow;

interface FiguresRow extends RowMarks {
  readonly key: string;
  readonly label: ReactNode;
  /** Null for a line that only the report compared has. */
  readonly line: ReportLine | null;
  /** Null where that report has no such line, undefined where the line is not compared. */
  readonly before?: ReportLine | null | undefined;
}

interface RowMarks {
  /** A total has a rule above it and weight. */
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
}

export const TOTAL: RowMarks = { isTotal: true };

/** A percentage of two figures excluding VAT; compared, its difference is in points. */
interface PercentageRow {
  readonly key: string;
  readonly label: string;
  readonly percentage: number;
  /** Undefined where nothing is compared, or not yet. */
  readonly before: number | null | undefined;
}

/** Makes rows of the lines of a section, each beside that of the report compared. */
export function rowMaker<Name extends string>(
  lines: Readonly<Record<Name, ReportLine>>,
  compared: Readonly<Record<NoInfer<Name>, ReportLine>> | null,
): (name: Name, label: ReactNode, marks?: RowMarks) => StatementRow {
  return (name, label, marks) => ({ key: name, label, line: lines[name], before: compared?.[name], ...marks });
}

interface StatementTableProps {
  readonly label: string;
  readonly groups: readonly RowGroup<StatementRow>[];
}

/**
 * Lines of a statement in three columns of figures: without VAT, the VAT, with VAT. Where the report is compared it is one
 * side in four columns: its amount, the amount compared, the difference, and its percentage.
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
            // It takes the columns before the last where these are empty.
            span: (row) => (!isCompared && hasOneFigure(row) ? plain.length : 1),
            cell: (row) => <RowLabel row={row} />,
          },
          ...(isCompared ? compared : plain),
        ]}
        groups={groups}
        rowKey={({ key }) => key}
        rowProps={(row) =>
          'line' in row
            ? { 'data-total': row.isTotal || undefined, 'data-attention': row.needsAttention || undefined }
            : {}
        }
      />
    </div>
  );
}

function hasOneFigure(row: StatementRow): boolean {
  return 'line' in row && (row.line ?? row.before)?.exVat === null;
}

function RowLabel({ row }: { readonly row: StatementRow }) {
  if (!('line' in row)) {
    return (
      <>
        {row.label}
        <ExVatAlone />
      </>
    );
  }
  return (
    <>
      {row.label}
      {row.line?.inclVat === null && <ExVatAlone />}
      {row.line && <MissingParts names={row.line.without} />}
    </>
  );
}

function usePlainColumns(): readonly PlainColumn<StatementRow>[] {
  const { t } = useTranslation();
  const { roundPercentage } = useFormat();
  const figureOf = (row: StatementRow, choose: (line: ReportLine) => ReportFigure | null) => {
    const figure = 'line' in row && row.line && choose(row.line);
    return figure && <OpenFigure figure={figure} />;
  };
  return [
    {
      id: 'ex',
      header: t('terms.side.ex'),
      cell: (row) =>
        'line' in row ? figureOf(row, ({ exVat }) => exVat) : <FigureText figure={roundPercentage(row.percentage)} />,
    },
    { id: 'vat', header: t('report.vat'), cell: (row) => figureOf(row, vatOf) },
    { id: 'wt', header: t('terms.side.wt'), cell: (row) => figureOf(row, ({ inclVat }) => inclVat) },
  ];
}

function useComparedSideColumns(): readonly PlainColumn<StatementRow>[] {
  const comparison = useComparison();
  const compare = useCompareLines();
  const { roundPercentage } = useFormat();
  const ownOf = ({ line }: FiguresRow) => {
    const figure = comparison && comparedFigure(line, comparison.side);
    return figure && <OpenFigure figure={figure} />;
  };
  const compared = useComparedColumns<StatementRow>((row) => {
    if ('line' in row) return compare({ now: row.line, before: row.before });
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
    cell: (row) => ('line' in row ? ownOf(row) : <FigureText figure={roundPercentage(row.percentage)} />),
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
      <span className={styles.without}>{withoutText(names, language)}</span>
    </>
  );
}

const ZERO = madeFigure(0, 'sumOfLines');

const NO_RATES = lineOf('none', { exVat: ZERO, vat: ZERO, inclVat: ZERO });

/** One line a VAT rate: base, VAT, amount with VAT. `before` is undefined where nothing is compared. */
export function useRateRows(): (
  rates: readonly RateLine[],
  before: readonly RateLine[] | undefined,
) => readonly StatementRow[] {
  const { t } = useTranslation();
  return (rates, before) => {
    const pairs = pairByKey(rates, before);
    if (pairs.length === 0) return [{ key: 'none', label: t('terms.none'), line: NO_RATES }];
    return pairs.map(rateRow);
  };
}

export function rateRow(pair: Pair<RateLine>): StatementRow {
  return { key: pair.key, label: <RateName pair={pair} />, line: pair.now, before: pair.before };
}

export function RateName({ pair: { named, now } }: { readonly pair: Pick<Pair<RateLine>, 'named' | 'now'> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { country_iso2: country } = named.rate;
  return (
    <span data-read>
      {rateName(named.rate, language)} <span className={styles.country}>{country}</span>
      {now && isRoundingRate(now.rate) && (
        <span className={styles.rounding} title={t('report.roundingRate')}>
          {t('orders.itemType.rounding')}
        </span>
      )}
    </span>
  );
}
