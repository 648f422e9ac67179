import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { type Pair, pairByKey } from '../../../shared/report-comparison.ts';
import { withoutText } from '../../../shared/unknown-figures.ts';
import { rateName } from '../../../shared/vat-return.ts';
import { PointsText } from '../../components/figures.tsx';
import { lineOf, madeFigure, type ReportFigure, type ReportLine, vatOf } from '../../lib/figure-lines.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { ComparisonCells, ComparisonHeadings, ExVatAlone, OwnHeading, useComparison } from './comparison.tsx';
import { FigureText, OpenFigure } from './report-figures.tsx';
import { isRoundingRate, type RateLine } from './report-lines.ts';
import styles from './statement.module.css';

interface StatementSectionProps {
  readonly title: string;
  /** Beside the title, such as a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function StatementSection({ title, aside, children }: StatementSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface StatementTableProps {
  readonly label: string;
  /** Header of the column between the amounts without and with VAT. */
  readonly between: string;
  readonly children: ReactNode;
}

const COLUMNS = 4;

const COMPARED_COLUMNS = 5;

/**
 * Lines of a statement in three columns of figures: without VAT, something between, with VAT. Where the report is
 * compared it is one side in four columns: its amount, the amount compared, the difference, and its percentage.
 */
export function StatementTable({ label, between, children }: StatementTableProps) {
  const { t } = useTranslation();
  const comparison = useComparison();
  return (
    <div className={styles.scroller}>
      <table className={styles.lines} aria-label={label} data-compared={comparison !== null || undefined}>
        <thead>
          <tr>
            <td data-title={label} />
            {comparison === null ? (
              <>
                <th scope="col">{t('terms.side.ex')}</th>
                <th scope="col">{between}</th>
                <th scope="col">{t('terms.side.wt')}</th>
              </>
            ) : (
              <>
                <OwnHeading />
                <ComparisonHeadings />
              </>
            )}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** A heading inside a table, over the lines that follow. */
export function StatementSubheading({ children }: { readonly children: ReactNode }) {
  const isCompared = useComparison() !== null;
  return (
    <tr data-heading>
      <th scope="rowgroup" colSpan={isCompared ? COMPARED_COLUMNS : COLUMNS}>
        {children}
      </th>
    </tr>
  );
}

interface StatementLineProps {
  readonly label: ReactNode;
  /** Null for a line that only the report compared has. */
  readonly line: ReportLine | null;
  /** Null where that report has no such line, undefined where the line is not compared. */
  readonly before?: ReportLine | null | undefined;
  /** A total has a rule above it and weight. */
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
}

/** The label takes the columns before the last where these are empty. */
export function StatementLine(props: StatementLineProps) {
  const { label, line, before } = props;
  const isCompared = useComparison() !== null;
  const hasOneFigure = !isCompared && (line ?? before)?.exVat === null;
  const vat = line && vatOf(line);
  return (
    <tr data-total={props.isTotal || undefined} data-attention={props.needsAttention || undefined}>
      <th scope="row" colSpan={hasOneFigure ? 3 : 1}>
        {label}
        {line?.inclVat === null && <ExVatAlone />}
        {line && <MissingParts names={line.without} />}
      </th>
      {isCompared ? (
        <ComparisonCells now={line} before={before} />
      ) : (
        <>
          {!hasOneFigure && <FigureCell figure={line?.exVat} />}
          {!hasOneFigure && <FigureCell figure={vat} />}
          <FigureCell figure={line?.inclVat} />
        </>
      )}
    </tr>
  );
}

interface PercentageLineProps {
  readonly label: string;
  readonly percentage: number | null;
  /** Undefined where nothing is compared, or not yet. */
  readonly before: number | null | undefined;
}

/** A percentage of two figures excluding VAT; compared, its difference is in points. */
export function PercentageLine({ label, percentage, before }: PercentageLineProps) {
  const format = useFormat();
  const isCompared = useComparison() !== null;
  const text = (value: number | null | undefined) =>
    typeof value === 'number' && <FigureText figure={format.roundPercentage(value)} />;
  return (
    <tr>
      <th scope="row">
        {label}
        <ExVatAlone />
      </th>
      <td>{text(percentage)}</td>
      <td>{isCompared && text(before)}</td>
      <td>
        {isCompared && percentage !== null && typeof before === 'number' && (
          <PointsText now={percentage} before={before} />
        )}
      </td>
      {isCompared && <td />}
    </tr>
  );
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

function FigureCell({ figure }: { readonly figure: ReportFigure | null | undefined }) {
  return <td>{figure && <OpenFigure figure={figure} />}</td>;
}

interface RateLinesProps {
  readonly rates: readonly RateLine[];
  /** Undefined where nothing is compared. */
  readonly before: readonly RateLine[] | undefined;
}

const ZERO = madeFigure(0, 'sumOfLines');

const NO_RATES = lineOf('none', { exVat: ZERO, vat: ZERO, inclVat: ZERO });

/** One line a VAT rate: base, VAT, amount with VAT. */
export function RateLines({ rates, before }: RateLinesProps) {
  const { t } = useTranslation();
  const pairs = pairByKey(rates, before);
  if (pairs.length === 0) return <StatementLine label={t('terms.none')} line={NO_RATES} />;
  return pairs.map((pair) => (
    <StatementLine key={pair.key} label={<RateName pair={pair} />} line={pair.now} before={pair.before} />
  ));
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
