import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECK_NAMES, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { COMPARISONS, getComparedPeriod, getLastComparedDay, type Period } from '../../../shared/periods.ts';
import { VAT_SIDES, type VatSide } from '../../../shared/report-comparison.ts';
import { type ChosenPlace, EVERYWHERE, isEverywhere } from '../../components/filters/chosen-shop.ts';
import { FilterBar, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { createChoiceField, createChoicesField, idsField, periodField } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { formatShortPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';

/** Sections that can be shown as bars. */
const CHARTED_SECTIONS = ['direct', 'groups'] as const;

type ChartedSection = (typeof CHARTED_SECTIONS)[number];

/** The parameters in the address of the report. */
export const REPORT_FIELDS = {
  period: periodField,
  location_id: idsField,
  shop_id: idsField,
  side: createChoiceField(VAT_SIDES),
  compare: createChoiceField(['none', ...COMPARISONS]),
  charts: createChoicesField(CHARTED_SECTIONS),
  check: createChoiceField(CHECK_NAMES),
};

interface ReportFiltersProps {
  readonly period: Period;
  readonly place: ChosenPlace;
  readonly trailing: ReactNode;
}

export function ReportFilters({ period, place, trailing }: ReportFiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const last = getLastComparedDay(period, useToday());
  const [{ compare = 'none' }, change] = usePageState(REPORT_FIELDS);
  const clearFilters = useClearFilters(place);
  return (
    <FilterBar onClear={clearFilters} trailing={trailing}>
      <PlaceFilter of={readFinancialReport} place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
      <FilterMenu
        label={t('report.comparison.label')}
        options={COMPARISONS.map((value) => {
          const days = formatShortPeriod(getComparedPeriod(period, value, last), language, null);
          const label = `${t(`report.comparison.choice.${value}`)}: ${days}`;
          return { value, label, title: label, short: days };
        })}
        value={compare === 'none' ? null : compare}
        isLimit={false}
        onChange={(chosen) => change({ compare: COMPARISONS.find((known) => known === chosen) })}
      />
    </FilterBar>
  );
}

/** Clears the filters and the comparison; `undefined` if none is set. */
export function useClearFilters(place: ChosenPlace): (() => void) | undefined {
  const [{ compare = 'none' }, change] = usePageState(REPORT_FIELDS);
  if (isEverywhere(place) && compare === 'none') return undefined;
  return () => change({ ...place.toChoices(EVERYWHERE), compare: undefined });
}

const DEFAULT_SIDE: VatSide = 'ex';

/** The side of VAT for columns that show only one. */
export function useSide(): VatSide {
  const [{ side = DEFAULT_SIDE }] = usePageState(REPORT_FIELDS);
  return side;
}

/** Switches between amounts without and with VAT, for the groups and the comparison. */
export function SideSwitch({ label }: { readonly label: string }) {
  const { t } = useTranslation();
  const [{ side = DEFAULT_SIDE }, change] = usePageState(REPORT_FIELDS);
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'ex', label: t('terms.side.ex') },
        { value: 'wt', label: t('terms.side.wt') },
      ]}
      value={side}
      onChange={(chosen) => change({ side: chosen === DEFAULT_SIDE ? undefined : chosen })}
    />
  );
}

/** Whether a section is shown as bars, as stored in the address, and a function that changes it. */
export function useCharted(section: ChartedSection): readonly [boolean, (isCharted: boolean) => void] {
  const [{ charts = [] }, change] = usePageState(REPORT_FIELDS);
  const setIsCharted = (isCharted: boolean) => {
    const others = charts.filter((charted) => charted !== section);
    const next = isCharted ? [...others, section] : others;
    change({ charts: next.length === 0 ? undefined : next });
  };
  return [charts.includes(section), setIsCharted];
}

/** Switches between amounts and bars. */
export function ChartSwitch({ section }: { readonly section: ChartedSection }) {
  const { t } = useTranslation();
  const [isCharted, setIsCharted] = useCharted(section);
  return (
    <SegmentedControl
      aria-label={t('report.charts.label')}
      data={[
        { value: 'table', label: t('report.charts.table') },
        { value: 'chart', label: t('report.charts.chart') },
      ]}
      value={isCharted ? 'chart' : 'table'}
      onChange={(form) => setIsCharted(form === 'chart')}
    />
  );
}
