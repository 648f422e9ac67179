import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportRate } from '../../../shared/contract/financial-report.ts';
import { fromEuros } from '../../../shared/money.ts';
import type { FigureSection } from '../../../shared/report-figures.ts';
import { createReportLines, createSectionLines, type FigureLine, getLineLabel } from '../../../shared/report-lines.ts';
import { formatRateName } from '../../../shared/vat-return.ts';
import { MethodNote } from '../../components/method-note.tsx';
import { isLineOff, type ReportLine, toLine } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import type { ComparedReports } from './comparison.tsx';
import { CheckIcon } from './report-figures.tsx';
import styles from './report-page.module.css';

/** A line of the report and the same line of the compared report. */
export interface SectionRow {
  readonly key: string;
  /** The line of the report, or of the compared report if only that has it. */
  readonly of: FigureLine;
  readonly line: ReportLine | null;
  /** `null` if the compared report has no such line, `undefined` if nothing is compared or the line is unknown. */
  readonly before: ReportLine | null | undefined;
  readonly needsAttention: boolean;
  /** Default: the label of the line. */
  readonly label?: ReactNode;
}

/** Returns a function that lists the lines of a section. */
export function useSectionRows({ report, before }: ComparedReports): (section: FigureSection) => readonly SectionRow[] {
  const rounding = useRounding();
  const lines = createReportLines(report);
  const linesBefore = before ? createReportLines(before) : undefined;
  return (section) =>
    createSectionLines(section, lines, linesBefore).map(({ key, named, now, before: other }) => ({
      ...{ key, of: named, line: now && toLine(report, now) },
      before: other ? before && toLine(before, other) : other,
      needsAttention: now !== null && isLineOff(report, now, rounding),
    }));
}

/** The name of a line. The country of a rate and the code of a group are set apart. */
export function LineLabel({ of: line }: Pick<SectionRow, 'of'>) {
  const language = useLanguage();
  const { rate, ids, isBalanced } = line;
  if (rate) return <RateName rate={rate} />;
  const label = getLineLabel(line, language);
  if (isBalanced !== undefined) {
    return (
      <>
        <CheckIcon holds={isBalanced} /> <span data-read>{label}</span>
      </>
    );
  }
  return (
    <span data-read>
      {ids.product_group_id !== undefined && <span className={styles.code}>{ids.product_group_code}</span>}
      {label}
      {ids.type_alias !== undefined && <MethodNote typeAlias={ids.type_alias} />}
    </span>
  );
}

function RateName({ rate }: { readonly rate: ReportRate }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <span data-read>
      {formatRateName(rate, language)} <span className={styles.country}>{rate.country_iso2}</span>
      {isRoundingRate(rate) && (
        <span className={styles.rounding} title={t('report.roundingRate')}>
          {t('orders.itemType.rounding')}
        </span>
      )}
    </span>
  );
}

/** The largest amount of cash rounding to 5 cents or of a correction of cents. */
const MAX_ROUNDING = fromEuros(0.05);

/** Whether a rate has only a few negative cents, as platforms book rounding corrections this way. */
export function isRoundingRate({ base, total_wt }: ReportRate): boolean {
  const sides = [fromEuros(base), fromEuros(total_wt)];
  return sides.some((side) => side < 0) && sides.every((side) => Math.abs(side) <= MAX_ROUNDING);
}
