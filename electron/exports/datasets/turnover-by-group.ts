import { type FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { turnoverByGroup } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { Dataset, ExportRow } from '../dataset.ts';
import { decodeFilters, describeSelection, selectReport } from './filters.ts';

type GroupColumn = ColumnsOf<typeof turnoverByGroup>;

export const turnoverByGroupSource: Dataset<GroupColumn> = {
  declaration: turnoverByGroup,
  filters: readFinancialReport.query,
  async select(source, texts) {
    const { query, asked } = await selectReport(source, decodeFilters(readFinancialReport.query, texts));
    return {
      ...describeSelection(source, turnoverByGroup, asked),
      count: async () => null,
      async *read() {
        const report = await source.platform.readReport(source.caller, 'financial', query);
        const rows = groupShopRows(report.turnover_by_group);
        yield { rows, total: rows.length, asOf: report.generated_at };
      },
    };
  },
};

function groupShopRows({ shops, rows }: FinancialReport['turnover_by_group']): ExportRow<GroupColumn>[] {
  const titles = new Map(shops.map(({ shop_id, title }) => [shop_id, title]));
  return rows.flatMap(({ shops: values, product_group_id, product_group_code, title }) =>
    values.map(({ shop_id, value, value_wt }) => ({
      key: `${product_group_id}/${shop_id}`,
      product_group_id,
      product_group_code,
      title,
      shop_id,
      shop: titles.get(shop_id) ?? String(shop_id),
      value,
      vat: toEuros(fromEuros(value_wt) - fromEuros(value)),
      value_wt,
    })),
  );
}
