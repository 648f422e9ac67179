import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { directLines } from '../lines/direct-lines.ts';
import { RateName } from '../statement/rate-lines.tsx';
import { type FigureBar, FigureBars } from './figure-bars.tsx';

/** What was paid at once, with VAT: bars for the rates and for the methods. */
export function DirectChart({ report }: { readonly report: FinancialReport }) {
  const { t } = useTranslation();
  const { rates, methods } = directLines(report);
  const rateBars = rates.flatMap((line): FigureBar[] =>
    line.inclVat
      ? [{ key: line.key, name: <RateName pair={{ named: line, now: line }} />, figure: line.inclVat }]
      : [],
  );
  const methodBars = methods.flatMap(({ key, title, inclVat }): FigureBar[] =>
    inclVat ? [{ key, name: title, figure: inclVat }] : [],
  );
  const { balance_check: balance, total_wt: total } = report.direct_paid;
  return (
    <>
      <FigureBars title={t('report.charts.rates')} bars={rateBars} total={total} />
      <FigureBars title={t('report.charts.methods')} bars={methodBars} total={balance.payments_total} />
    </>
  );
}
