import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { ComparisonHeadings } from '../comparison/comparison-cells.tsx';
import { type Pair, pairByKey } from '../comparison/pair-by-key.ts';
import { useComparison } from '../comparison/report-comparison.ts';
import { type GroupLine, groupLines } from '../lines/group-lines.ts';
import ruled from '../ruled-table.module.css';
import { GroupFigures } from './group-figures.tsx';
import { GroupName } from './group-name.tsx';
import styles from './groups-grid.module.css';

export interface GroupsGridProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
  readonly side: VatSide;
  /** The shops that have a column. */
  readonly shops: FinancialReport['shops'];
  /** Whether the total of each group, and what it is compared with, have columns. */
  readonly hasTotals: boolean;
}

/** Groups down, shops across, totals on both edges. */
export function GroupsGrid({ report, before, side, shops, hasTotals }: GroupsGridProps) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const { groups, total } = groupLines(report);
  const compared = before && groupLines(before);
  const columns = { shops, side, hasTotals };
  return (
    <table className={`${ruled.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('report.groups.group')}</th>
          {shops.map((shop) => (
            <th key={shop.shop_id} scope="col">
              <span data-read>{shop.title}</span>
            </th>
          ))}
          {hasTotals && <th scope="col">{t('report.groups.total')}</th>}
          {hasTotals && isCompared && <ComparisonHeadings />}
        </tr>
      </thead>
      <tbody>
        {differencesLast(pairByKey(groups, compared?.groups)).map(({ key, named, now, before: earlier }) => (
          <tr key={key}>
            <th scope="row">
              <GroupName group={named} />
            </th>
            <GroupFigures now={now} before={earlier} {...columns} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('report.groups.total')}</th>
          <GroupFigures now={total} before={compared?.total} {...columns} />
        </tr>
      </tfoot>
    </table>
  );
}

/** A group that only the report compared has comes among the groups. */
function differencesLast(pairs: readonly Pair<GroupLine>[]): readonly Pair<GroupLine>[] {
  const isGroup = ({ named }: Pair<GroupLine>) => named.title !== null;
  return [...pairs.filter(isGroup), ...pairs.filter((pair) => !isGroup(pair))];
}
