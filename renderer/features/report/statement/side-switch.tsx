import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePageState } from '../../../lib/address/use-page-state.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { REPORT_FIELDS } from '../report-fields.ts';

const DEFAULT_SIDE: VatSide = 'ex';

/** Which amounts are shown where there is room for one. */
export function useSide(): VatSide {
  const [{ side = DEFAULT_SIDE }] = usePageState(REPORT_FIELDS);
  return side;
}

/** Without VAT or with it; one choice for the groups and for what is compared. */
export function SideSwitch({ label }: { readonly label: string }) {
  const { t } = useTranslation();
  const [{ side = DEFAULT_SIDE }, change] = usePageState(REPORT_FIELDS);
  const sides: { value: VatSide; label: string }[] = [
    { value: 'ex', label: t('report.exVat') },
    { value: 'wt', label: t('report.inclVat') },
  ];
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={sides}
      value={side}
      onChange={(chosen) => change({ side: chosen === DEFAULT_SIDE ? undefined : chosen })}
    />
  );
}
