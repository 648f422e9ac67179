import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { pairByKey } from '../comparison/pair-by-key.ts';
import { directLines } from '../lines/direct-lines.ts';
import { BalanceLines } from './balance-lines.tsx';
import { RateLines } from './rate-lines.tsx';
import { StatementLine } from './statement-line.tsx';
import { StatementSubheading, StatementTable } from './statement-table.tsx';

interface DirectPaidTableProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

/** What was paid at once: by VAT rate, then the same total by payment method, then whether the two agree. */
export function DirectPaidTable({ report, before }: DirectPaidTableProps) {
  const { t } = useTranslation();
  const lines = directLines(report);
  const compared = before && directLines(before);
  return (
    <StatementTable label={t('report.direct.title')} between={t('report.vat')}>
      <tbody>
        <RateLines rates={lines.rates} before={compared?.rates} />
        <StatementLine
          label={t('report.direct.differences')}
          line={lines.differences}
          before={compared?.differences}
        />
        <StatementLine
          label={t('report.direct.nonRevenue')}
          line={lines.nonRevenue}
          before={compared?.nonRevenue}
        />
        <StatementLine isTotal label={t('report.direct.total')} line={lines.total} before={compared?.total} />
      </tbody>
      <tbody>
        <StatementSubheading>{t('report.direct.methods')}</StatementSubheading>
        {pairByKey(lines.methods, compared?.methods).map((pair) => (
          <StatementLine
            key={pair.key}
            label={<span data-read>{pair.named.title}</span>}
            line={pair.now}
            before={pair.before}
          />
        ))}
      </tbody>
      <BalanceLines report={report} before={before} />
    </StatementTable>
  );
}
