import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import {
  type Comparison,
  getComparedPeriod,
  getElapsedPeriod,
  getLastComparedDay,
  getTodayComparison,
  type Period,
} from '../../../shared/periods.ts';
import { compareFigures, getFigure, type VatSide } from '../../../shared/report-comparison.ts';
import { formatUnknownLabels } from '../../../shared/unknown-figures.ts';
import type { PlainColumn } from '../../components/data-table/plain-table.tsx';
import { ChangeText, Explained } from '../../components/figures.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import textStyles from '../../components/text.module.css';
import { createAddress } from '../../lib/address/address.ts';
import { useFailureMessage } from '../../lib/failures.ts';
import type { ReportFigure, ReportLine } from '../../lib/figure-lines.ts';
import { formatPeriod, formatShortPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import type { Place } from '../../lib/queries/shops.ts';
import { SideSwitch, useSide } from './report-choices.tsx';
import { OpenFigure } from './report-figures.tsx';
import styles from './report-page.module.css';

/** A report with the one that it is compared with. */
export interface ComparedReports<Report extends FinancialReport = FinancialReport> {
  readonly report: Report;
  /** Null where nothing is compared. */
  readonly before: Report | null;
}

/** The comparison of the statement. */
interface ReportComparison {
  /** Of the amounts that are compared: the statement has no others. */
  readonly side: VatSide;
  /** The days of the report itself that are compared. */
  readonly own: Period;
  /** The days that they are compared with. */
  readonly period: Period;
  /** Null while it is being read, and where it could not be: then the columns stay empty. */
  readonly report: FinancialReport | null;
}

const ComparisonContext = createContext<ReportComparison | null>(null);

export const ComparisonProvider = ComparisonContext.Provider;

/** Null while nothing is compared: then the statement has no columns for it. */
export function useComparison(): ReportComparison | null {
  return useContext(ComparisonContext);
}

/** The report that another one is compared with. */
export interface ComparedReport {
  /** The whole days of the report itself that are compared. */
  readonly own: Period;
  readonly period: Period;
  readonly today: ReturnType<typeof getTodayComparison>;
  readonly query: UseQueryResult<FinancialReport>;
}

interface ComparedChoice {
  /** Of the report itself. */
  readonly period: Period;
  readonly place: Place;
  readonly compare: Comparison | 'none';
}

/** Null while nothing is compared; then nothing is read either. */
export function useComparedReport({ period, place, compare }: ComparedChoice): ComparedReport | null {
  const today = useToday();
  const last = getLastComparedDay(period, today);
  const compared = compare === 'none' ? null : getComparedPeriod(period, compare, last);
  const query = useQuery({
    ...financialReportQuery({ ...(compared ?? period), ...place }),
    enabled: compared !== null,
  });
  if (compared === null) return null;
  return {
    own: getElapsedPeriod(period, last),
    period: compared,
    today: getTodayComparison(period, today),
    query,
  };
}

/** What was read of it; null while its figures are not here, or are still those of another period. */
export function comparedData({ query }: ComparedReport): FinancialReport | null {
  return query.data && !query.isPlaceholderData ? query.data : null;
}

/** Names behind a title the side of VAT that is compared below it: that which is asked for, or the only one there is. */
export function useSidedTitle(): (title: string, only?: VatSide) => string {
  const { t } = useTranslation();
  const comparison = useComparison();
  return (title, only) => (comparison === null ? title : `${title}, ${t(`rows.side.${only ?? comparison.side}`)}`);
}

/** Beside the name of a figure that is excluding VAT alone, where it stands among those that include it. */
export function ExVatAlone() {
  const { t } = useTranslation();
  return useComparison()?.side === 'wt' && `, ${t('rows.side.ex')}`;
}

/** The days of the report itself, where it is compared. */
export function OwnHeading() {
  const comparison = useComparison();
  const periodName = usePeriodName();
  return comparison && <PeriodHeading text={periodName(comparison.own)} />;
}

/** Names the days of one side: with the year on both, or on neither, of the two. */
function usePeriodName(): (period: Period) => string {
  const language = useLanguage();
  const today = useToday();
  const comparison = useComparison();
  const ends = comparison ? [comparison.own, comparison.period].flatMap(({ from, to }) => [from, to]) : [];
  const areOfThisYear = ends.every((date) => date.startsWith(today.slice(0, 4)));
  return (period) => formatShortPeriod(period, language, areOfThisYear ? today : null);
}

/** Where it is too narrow, one day stands over the other. */
function PeriodHeading({ text }: { readonly text: string }) {
  const [first, last] = text.split(/(?<=–) /);
  return (
    <>
      <span className={styles.whole}>{first}</span>
      {last !== undefined && ' '}
      <span className={styles.whole}>{last}</span>
    </>
  );
}

/** Beside the title of what is not compared: of which side it is. */
export function OwnOnly() {
  const { t } = useTranslation();
  const comparison = useComparison();
  const periodName = usePeriodName();
  if (comparison === null) return null;
  return (
    <span className={textStyles.small}>{t('report.comparison.only', { period: periodName(comparison.own) })}</span>
  );
}

/** What a row has in the columns of the comparison. */
type ComparedCells = Readonly<Record<'before' | 'difference' | 'percentage', ReactNode>>;

/** The days compared, the difference, and its percentage; no columns where nothing is compared. */
export function useComparedColumns<Row>(cellsOf: (row: Row) => ComparedCells): readonly PlainColumn<Row>[] {
  const { t } = useTranslation();
  const comparison = useComparison();
  const periodName = usePeriodName();
  if (comparison === null) return [];
  return [
    {
      id: 'before',
      header: <PeriodHeading text={periodName(comparison.period)} />,
      cell: (row) => cellsOf(row).before,
    },
    { id: 'difference', header: t('terms.difference'), cell: (row) => cellsOf(row).difference },
    {
      id: 'percentage',
      header: t('report.comparison.percentage'),
      className: textStyles.muted,
      cell: (row) => cellsOf(row).percentage,
    },
  ];
}

interface ComparedLines {
  /** Null where only the report compared has the line. */
  readonly now: ReportLine | null;
  /** Null where that report has no such line, undefined where the line is not compared. */
  readonly before: ReportLine | null | undefined;
}

/** A report lists what there was: a rate, method or group that it has no line of came to 0. */
const NOTHING: ReportFigure = { euros: 0, rows: null };

/** The figure of a line that is compared; of a line that the report does not have, nothing. */
export function comparedFigure(line: ReportLine | null, side: VatSide): ReportFigure | null {
  return line === null ? NOTHING : getFigure(line, side);
}

/**
 * The amount compared, the difference and its percentage. The last two are blank where one of the amounts is not known,
 * and between totals that lack other parts; all three for a line that is not compared, or not yet.
 */
export function useCompareLines(): (lines: ComparedLines) => ComparedCells {
  const comparison = useComparison();
  return ({ now, before }) => {
    if (comparison === null) return NO_CELLS;
    const { side, report } = comparison;
    const figure = comparedFigure(now, side);
    const compared = report === null || before === undefined ? null : comparedFigure(before, side);
    const change = compareFigures(
      figure && { euros: figure.euros, without: now?.without ?? [] },
      compared && { euros: compared.euros, without: before?.without ?? [] },
    );
    return {
      before: compared && <OpenFigure figure={compared} />,
      difference: change && <ChangeText change={change} shows="difference" />,
      percentage: change && <ChangeText change={change} shows="percentage" />,
    };
  };
}

export const NO_CELLS: ComparedCells = { before: null, difference: null, percentage: null };

/** The days of the comparison, and whether their figures have been read. */
export function ComparisonNote({ compared }: { readonly compared: ComparedReport }) {
  const { t } = useTranslation();
  const failureMessage = useFailureMessage();
  const language = useLanguage();
  const period = formatPeriod(compared.period, language);
  const unknown = comparedData(compared)?.unknown ?? [];
  const side = useSide();
  const { query } = compared;
  const isRead = comparedData(compared) !== null;
  const how = `${t('report.comparison.lines')} ${t('report.comparison.percentages')}`;
  if (query.isError && !isRead) {
    return (
      <div className={styles.comparisonNote} role="alert" data-fails>
        <p>
          <IconAlertTriangle size={14} aria-hidden />
          {t('report.comparison.failed', { period })} {failureMessage(query.error)}
        </p>
        <Button size="compact-sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('states.retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.comparisonNote}>
      {/* For the head of each printed sheet. */}
      <p role="status" data-filter={t('report.comparison.head', { period })}>
        {!isRead && <Loader size={14} aria-hidden />}
        {isRead ? t(`report.comparison.with.${side}`, { period }) : t('report.comparison.reading', { period })}{' '}
        {isRead && compared.today && t(`report.comparison.today.${compared.today}`, { period })}
        <Explained label={t('report.comparison.how')} how={how} isIconOnly />
      </p>
      {unknown.length > 0 && (
        <p className={styles.more}>
          {t('report.comparison.unknown', { period, names: formatUnknownLabels(unknown, language) })}
        </p>
      )}
      {/* A sheet has no icon. */}
      <div className={styles.onPaper}>{how}</div>
      {compared.today && (
        <AddressLink address={createAddress('/overview')} className={linkStyles.link}>
          {t('report.comparison.overview')}
        </AddressLink>
      )}
      <SideSwitch label={t('report.comparison.side')} />
    </div>
  );
}
