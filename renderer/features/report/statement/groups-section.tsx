import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { ChartSwitch } from '../charts/chart-switch.tsx';
import { GroupsChart } from '../charts/groups-chart.tsx';
import { useCharted } from '../charts/use-charted.ts';
import { GroupsTable } from './groups-table.tsx';
import { SideSwitch, useSide } from './side-switch.tsx';
import { StatementSection } from './statement-section.tsx';

interface GroupsSectionProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

export function GroupsSection({ report, before }: GroupsSectionProps) {
  const { t } = useTranslation();
  const side = useSide();
  const [isCharted] = useCharted('groups');
  return (
    <StatementSection
      title={t('report.groups.title')}
      aside={
        <>
          <ChartSwitch section="groups" />
          <SideSwitch label={t('report.groups.side')} />
        </>
      }
    >
      {isCharted ? (
        <GroupsChart report={report} side={side} />
      ) : (
        <GroupsTable report={report} before={before} side={side} />
      )}
    </StatementSection>
  );
}
