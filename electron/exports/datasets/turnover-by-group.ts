import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { turnoverByGroup } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { ExportRow } from '../dataset.ts';
import { reportDataset } from './filters.ts';

type GroupColumn = ColumnsOf<typeof turnoverByGroup>;

export const turnoverByGroupSource = reportDataset('financial', turnoverByGroup, ({ turnover_by_group }) =>
  groupShopRows(turnover_by_group),
);

function groupShopRows({ shops, rows }: FinancialReport['turnover_by_group']): ExportRow<GroupColumn>[] {
  const titles = new Map(shops.map(({ shop_id, title }) => [shop_id, title]));
  return rows.flatMap(({ shops: values, product_group_id, product_group_code, title }) =>
    values.map(({ shop_id, value, value_wt }) => {
      const group = { product_group_id, product_group_code, title };
      const vat = toEuros(fromEuros(value_wt) - fromEuros(value));
      const shop = titles.get(shop_id) ?? String(shop_id);
      return { key: `${product_group_id}/${shop_id}`, ...group, shop_id, shop, value, vat, value_wt };
    }),
  );
}
