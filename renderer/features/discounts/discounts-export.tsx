import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useVisibleColumns } from '../../components/data-table/use-visible-columns.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { TABLE_ID } from './discounts-table.tsx';
import type { DiscountChoices } from './use-discount-choices.ts';

interface DiscountsExportProps {
  readonly choices: DiscountChoices;
  readonly columns: readonly TableColumn<DiscountOrder>[];
}

/** The orders that the list shows, by date whatever they are grouped by; or all orders of the period. */
export function DiscountsExport({ choices: { period, shopId, switches }, columns }: DiscountsExportProps) {
  const { t } = useTranslation();
  const shownColumns = useVisibleColumns(TABLE_ID, columns);
  const place = { ...period, shop_id: shopId ?? undefined };
  return (
    <ExportButton
      dataset="discount-orders"
      filters={{
        ...place,
        only_counting: switches.only_counting || undefined,
        only_full: switches.only_full || undefined,
        include_negative: switches.include_negative || undefined,
        hide_rounding: switches.hide_rounding || undefined,
      }}
      columns={shownColumns}
      others={[{ dataset: 'orders', label: t('exports.allOrders'), filters: place }]}
    />
  );
}
