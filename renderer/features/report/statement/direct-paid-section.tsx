import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { ChartSwitch } from '../charts/chart-switch.tsx';
import { DirectChart } from '../charts/direct-chart.tsx';
import { useCharted } from '../charts/use-charted.ts';
import { DirectPaidTable } from './direct-paid-table.tsx';
import { StatementSection } from './statement-section.tsx';

interface DirectPaidSectionProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

export function DirectPaidSection({ report, before }: DirectPaidSectionProps) {
  const { t } = useTranslation();
  const [isCharted] = useCharted('direct');
  return (
    <StatementSection title={t('report.direct.title')} aside={<ChartSwitch section="direct" />}>
      {isCharted ? <DirectChart report={report} /> : <DirectPaidTable report={report} before={before} />}
    </StatementSection>
  );
}
