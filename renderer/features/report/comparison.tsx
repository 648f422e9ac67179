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

/** A report and the report it is compared with. */
export interface ComparedReports<Report extends FinancialReport = FinancialReport> {
  readonly report: Report;
  /** `null` if nothing is compared. */
  readonly before: Report | null;
}

interface ReportComparison {
  /** The side of VAT that is compared. The statement shows only that. */
  readonly side: VatSide;
  /** The compared days of the report itself. */
  readonly own: Period;
  /** The days they are compared with. */
  readonly period: Period;
  /** `null` until it is read, or if it could not be read. The columns then stay empty. */
  readonly report: FinancialReport | null;
  /** The figures begin after the first compared day, so a percentage would mean nothing. */
  readonly isPartial: boolean;
}

const ComparisonContext = createContext<ReportComparison | null>(null);

export const ComparisonProvider = ComparisonContext.Provider;

/** `null` if nothing is compared. The statement then has no columns for it. */
export function useComparison(): ReportComparison | null {
  return useContext(ComparisonContext);
}

/** The report to compare with. */
export interface ComparedReport {
  /** The complete days of the report itself that are compared. */
  readonly own: Period;
  readonly period: Period;
  readonly today: ReturnType<typeof getTodayComparison>;
  readonly query: UseQueryResult<FinancialReport>;
}

interface ComparedChoice {
  /** The period of the report itself. */
  readonly period: Period;
  readonly place: Place;
  readonly compare: Comparison | 'none';
}

/** `null` if nothing is compared. Nothing is read then. */
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

/** The report that was read; `null` until it is read or while it is still that of another period. */
export function getComparedData({ query }: ComparedReport): FinancialReport | null {
  return query.data && !query.isPlaceholderData ? query.data : null;
}

/** Adds the compared side of VAT to a title: the chosen one, or `only` if there is just one. */
export function useFormatTitle(): (title: string, only?: VatSide) => string {
  const { t } = useTranslation();
  const comparison = useComparison();
  return (title, only) => (comparison === null ? title : `${title}, ${t(`rows.side.${only ?? comparison.side}`)}`);
}

/** Marks a figure that only exists without VAT among figures with VAT. */
export function ExVatOnly() {
  const { t } = useTranslation();
  return useComparison()?.side === 'wt' && `, ${t('rows.side.ex')}`;
}

/** The days of the report itself, if it is compared. */
export function OwnHeading() {
  const comparison = useComparison();
  const formatPeriodName = useFormatPeriodName();
  return comparison && <PeriodHeading text={formatPeriodName(comparison.own)} />;
}

/** Formats the days of one side. Both sides have the year, or neither has. */
function useFormatPeriodName(): (period: Period) => string {
  const language = useLanguage();
  const today = useToday();
  const comparison = useComparison();
  const ends = comparison ? [comparison.own, comparison.period].flatMap(({ from, to }) => [from, to]) : [];
  const areThisYear = ends.every((date) => date.startsWith(today.slice(0, 4)));
  return (period) => formatShortPeriod(period, language, areThisYear ? today : null);
}

/** If it is too narrow, the days are on two lines. */
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

/** Says beside a title that only the report's own days are shown. */
export function OwnOnly() {
  const { t } = useTranslation();
  const comparison = useComparison();
  const formatPeriodName = useFormatPeriodName();
  if (comparison === null) return null;
  return (
    <span className={textStyles.small}>
      {t('report.comparison.only', { period: formatPeriodName(comparison.own) })}
    </span>
  );
}

/** The cells of a row in the columns of the comparison. */
type ComparedCells = Readonly<Record<'before' | 'difference' | 'percentage', ReactNode>>;

/** The columns for the compared days, the difference and its percentage; none if nothing is compared. */
export function useComparedColumns<Row>(createCells: (row: Row) => ComparedCells): readonly PlainColumn<Row>[] {
  const { t } = useTranslation();
  const comparison = useComparison();
  const formatPeriodName = useFormatPeriodName();
  if (comparison === null) return [];
  return [
    {
      id: 'before',
      header: <PeriodHeading text={formatPeriodName(comparison.period)} />,
      cell: (row) => createCells(row).before,
    },
    { id: 'difference', header: t('terms.difference'), cell: (row) => createCells(row).difference },
    {
      id: 'percentage',
      header: t('report.comparison.percentage'),
      className: textStyles.muted,
      cell: (row) => createCells(row).percentage,
    },
  ];
}

interface ComparedLines {
  /** `null` if only the compared report has the line. */
  readonly now: ReportLine | null;
  /** `null` if the compared report does not have the line, `undefined` if the line is not compared. */
  readonly before: ReportLine | null | undefined;
}

/** A report lists only rates, methods and groups with amounts, so a missing line is 0. */
const NOTHING: ReportFigure = { euros: 0, rows: null };

/** The compared figure of a line; 0 if the report does not have the line. */
export function getComparedFigure(line: ReportLine | null, side: VatSide): ReportFigure | null {
  return line === null ? NOTHING : getFigure(line, side);
}

/** Compares two figures. There is no percentage if the compared period is only partly covered. */
export function useCompareFigures(): typeof compareFigures {
  const isPartial = useComparison()?.isPartial === true;
  return (now, before) => {
    const change = compareFigures(now, before);
    return change && isPartial ? { ...change, percentage: null } : change;
  };
}

/**
 * The compared amount, the difference and its percentage. The last two are blank if an amount is unknown or if the
 * totals lack different parts. All three are blank if the line is not compared, or not yet.
 */
export function useCompareLines(): (lines: ComparedLines) => ComparedCells {
  const comparison = useComparison();
  const compare = useCompareFigures();
  return ({ now, before }) => {
    if (comparison === null) return NO_CELLS;
    const { side, report } = comparison;
    const figure = getComparedFigure(now, side);
    const compared = report === null || before === undefined ? null : getComparedFigure(before, side);
    const change = compare(
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

/** The days of the comparison, and whether their figures were read. */
export function ComparisonNote({ compared }: { readonly compared: ComparedReport }) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const language = useLanguage();
  const period = formatPeriod(compared.period, language);
  const unknown = getComparedData(compared)?.unknown ?? [];
  const side = useSide();
  const { query } = compared;
  const isRead = getComparedData(compared) !== null;
  const how = `${t('report.comparison.lines')} ${t('report.comparison.percentages')}`;
  if (query.isError && !isRead) {
    return (
      <div className={styles.comparisonNote} role="alert" data-fails>
        <p>
          <IconAlertTriangle size={14} aria-hidden />
          {t('report.comparison.failed', { period })} {formatFailure(query.error)}
        </p>
        <Button size="compact-sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('states.retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.comparisonNote}>
      {/* `data-filter` is for the head of each printed sheet. */}
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
      {/* On paper, replaces the icon. */}
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
