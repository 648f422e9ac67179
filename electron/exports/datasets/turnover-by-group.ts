import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { turnoverByGroup } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { getKnownFigure, NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { createReportDataset } from './filters.ts';
import { createSummary, pickColumns } from './summaries.ts';

type GroupColumn = ColumnsOf<typeof turnoverByGroup>;

const BY_GROUP = {
  title: { nl: 'Per omzetgroep', en: 'By turnover group' },
  by: 'product_group_id',
  named: pickColumns(turnoverByGroup.columns, 'product_group_code', 'title'),
  summed: pickColumns(turnoverByGroup.columns, 'value', 'vat', 'value_wt'),
};

export const turnoverByGroupSource = createReportDataset(
  'financial',
  turnoverByGroup,
  (report, _place, language) => createGroupShopRows(report, NOT_KNOWN[language]),
  {
    concerns: (unknown) => unknown === 'differences' || unknown === 'turnover_by_group',
    records: (report) => createGroupShopRows(report),
    tables: (_report, rows, language) => ({ summaries: [createSummary(BY_GROUP, rows, language)] }),
  },
);

/** `notKnown` is added to the title of unknown figures; programs get an empty cell. */
function createGroupShopRows(report: FinancialReport, notKnown?: string): ExportRow<GroupColumn>[] {
  if (report.turnover_by_group === null) return [];
  const { shops, rows } = report.turnover_by_group;
  const titles = new Map(shops.map(({ shop_id, title }) => [shop_id, title]));
  return rows.flatMap(({ shops: values, product_group_id, product_group_code, title }) =>
    values.map(({ shop_id, value, value_wt }) => {
      const group = { product_group_id, product_group_code, title };
      const vat = toEuros(fromEuros(value_wt) - fromEuros(value));
      const shop = titles.get(shop_id) ?? String(shop_id);
      const row = { key: `${product_group_id}/${shop_id}`, ...group, shop_id, shop, value, vat, value_wt };
      const isKnown = product_group_id !== null || getKnownFigure(report, 'differences', row) !== null;
      return isKnown
        ? row
        : { ...row, title: notKnown ? `${title} (${notKnown})` : title, value: null, vat: null, value_wt: null };
    }),
  );
}
