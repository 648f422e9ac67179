import { useCallback } from 'react';
import { usePageState } from '../../../lib/address/use-page-state.ts';
import { type ChartedSection, REPORT_FIELDS } from '../report-fields.ts';

/** Whether a section is drawn as bars, which the address says, and a way to change it. */
export function useCharted(section: ChartedSection): readonly [boolean, (isCharted: boolean) => void] {
  const [{ charts = [] }, change] = usePageState(REPORT_FIELDS);
  const chart = useCallback(
    (isCharted: boolean) => {
      const others = charts.filter((charted) => charted !== section);
      const next = isCharted ? [...others, section] : others;
      change({ charts: next.length === 0 ? undefined : next });
    },
    [charts, change, section],
  );
  return [charts.includes(section), chart];
}
