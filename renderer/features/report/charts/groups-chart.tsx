import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { sidedFigure } from '../comparison/report-comparison.ts';
import { type GroupLine, groupLines } from '../lines/group-lines.ts';
import { GroupName } from '../statement/group-name.tsx';
import styles from './figure-bars.module.css';
import { type FigureBar, FigureBars } from './figure-bars.tsx';

interface GroupsChartProps {
  readonly report: FinancialReport;
  readonly side: VatSide;
}

/** Bars for the groups, the largest first, and for the shops. */
export function GroupsChart({ report, side }: GroupsChartProps) {
  const { t } = useTranslation();
  const { groups, total } = groupLines(report);
  const { turnover_by_group: given } = report;
  const shares = side === 'wt' ? given.total_wt : given.total;
  const barOf = (group: GroupLine): FigureBar[] => {
    const figure = sidedFigure(group, side);
    return figure ? [{ key: group.key, name: <GroupName group={group} />, figure }] : [];
  };
  const groupBars = groups.flatMap(barOf).sort((one, other) => other.figure.euros - one.figure.euros);
  const shopBars = given.shops.flatMap(({ shop_id, title }): FigureBar[] => {
    const figure = sidedFigure(total.shops.get(shop_id) ?? null, side);
    return figure ? [{ key: String(shop_id), name: title, figure }] : [];
  });
  return (
    <div className={styles.pair}>
      <FigureBars title={t('report.charts.groups')} bars={groupBars} total={shares} />
      <FigureBars title={t('report.charts.shops')} bars={shopBars} total={shares} />
    </div>
  );
}
