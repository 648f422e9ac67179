import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useReportStore, type VatSide } from '../report-store.ts';
import { GroupsTable } from './groups-table.tsx';
import { StatementSection } from './statement-section.tsx';

export function GroupsSection({ groups }: { readonly groups: FinancialReport['turnover_by_group'] }) {
  const { t } = useTranslation();
  const { groupSide, chooseGroupSide } = useReportStore();
  const sides: { value: VatSide; label: string }[] = [
    { value: 'ex', label: t('report.exVat') },
    { value: 'wt', label: t('report.inclVat') },
  ];
  return (
    <StatementSection
      title={t('report.groups.title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('report.groups.side')}
          data={sides}
          value={groupSide}
          onChange={(side) => chooseGroupSide(side)}
        />
      }
    >
      <GroupsTable groups={groups} side={groupSide} />
    </StatementSection>
  );
}
