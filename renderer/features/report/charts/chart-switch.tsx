import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChartedSection } from '../report-fields.ts';
import { useCharted } from './use-charted.ts';

/** Amounts or bars. */
export function ChartSwitch({ section }: { readonly section: ChartedSection }) {
  const { t } = useTranslation();
  const [isCharted, chart] = useCharted(section);
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('report.charts.label')}
      data={[
        { value: 'table', label: t('report.charts.table') },
        { value: 'chart', label: t('report.charts.chart') },
      ]}
      value={isCharted ? 'chart' : 'table'}
      onChange={(form) => chart(form === 'chart')}
    />
  );
}
