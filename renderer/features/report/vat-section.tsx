import { useTranslation } from 'react-i18next';
import { type Pair, pairByKey } from '../../../shared/report-comparison.ts';
import type { ComparedReports } from './comparison.tsx';
import { type BoxLine, vatLines } from './report-lines.ts';
import styles from './statement.module.css';
import { RateName, StatementLine, StatementSection, StatementSubheading, StatementTable } from './statement-table.tsx';

/** Base and VAT for each box of the Dutch return, then how they come to the turnover. */
export function VatSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const { boxes, total, differences, rest, turnover } = vatLines(report);
  const compared = before && vatLines(before);
  const hasRest = [rest, compared?.rest].some((line) => line?.exVat?.euros || line?.inclVat?.euros);
  return (
    <StatementSection title={t('report.vatReturn.title')}>
      <StatementTable label={t('report.vatReturn.title')} between={t('report.vat')}>
        {pairByKey(boxes, compared?.boxes).map((box) => (
          <BoxLines key={box.key} box={box} isCompared={compared !== null} />
        ))}
        <tbody>
          <StatementLine isTotal label={t('report.vatReturn.total')} line={total} before={compared?.total} />
          <StatementLine label={t('rows.figure.differences')} line={differences} before={compared?.differences} />
          {hasRest && (
            <StatementLine needsAttention label={t('report.vatReturn.rest')} line={rest} before={compared?.rest} />
          )}
          <StatementLine isTotal label={t('report.revenue.turnover')} line={turnover} before={compared?.turnover} />
        </tbody>
      </StatementTable>
      <p className={styles.note}>{t('report.vatReturn.note')}</p>
    </StatementSection>
  );
}

interface BoxLinesProps {
  readonly box: Pair<BoxLine>;
  readonly isCompared: boolean;
}

/** The rates of a box, and their sum where there are several. */
function BoxLines({ box: { named, now, before }, isCompared }: BoxLinesProps) {
  const { t } = useTranslation();
  const rates = pairByKey(now?.rates ?? [], isCompared ? (before?.rates ?? []) : undefined);
  return (
    <tbody>
      <StatementSubheading>{t(`report.vatReturn.box.${named.box}`)}</StatementSubheading>
      {rates.map((pair) => (
        <StatementLine key={pair.key} label={<RateName pair={pair} />} line={pair.now} before={pair.before} />
      ))}
      {rates.length > 1 && (
        <StatementLine isTotal label={t(`report.vatReturn.sum.${named.box}`)} line={now} before={before} />
      )}
    </tbody>
  );
}
