import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { BarList, type BarRow } from '../../../components/charts/bar-list.tsx';
import { FigureLink } from '../../../components/figure-link.tsx';
import { itemRowsAddress } from '../../../lib/address/figure-rows.ts';
import { reportScope } from '../../../lib/address/report-rows.ts';
import { useFormat } from '../../../lib/language.ts';
import { shareText } from '../../../lib/share-text.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { OverviewQueries } from '../overview-queries.ts';
import { MonthSection } from './month-section.tsx';
import { type ShopTurnover, shopTurnovers } from './shop-turnovers.ts';

interface ShopsSectionProps {
  readonly query: OverviewQueries['report'];
  readonly side: VatSide;
}

/** The turnover of each shop and its share. */
export function ShopsSection({ query, side }: ShopsSectionProps) {
  const { t } = useTranslation();
  const title = t('overview.month.shops');
  return (
    <MonthSection title={title} query={query}>
      {(report) => <Shops label={title} report={report} side={side} />}
    </MonthSection>
  );
}

interface ShopsProps {
  readonly label: string;
  readonly report: FinancialReport;
  readonly side: VatSide;
}

function Shops({ label, report, side }: ShopsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, total_wt } = report.turnover_by_group;
  return <BarList label={label} rows={shopTurnovers(report, side).map(shopBar)} />;

  function shopBar(shop: ShopTurnover): BarRow {
    return {
      key: String(shop.id),
      name: shop.title,
      value: shop.turnover,
      figure: (
        <FigureLink rows={rowsOf(shop)} title={titleOf(shop)}>
          {format.amount(shop.turnover)}
        </FigureLink>
      ),
      aside: shareText(shop.turnover, side === 'wt' ? total_wt : total, format.roundPercentage),
    };
  }

  /** Items are asked for by one type, so that rounding stays away: the page with the rows tells how much that is. */
  function rowsOf({ id, turnover, rounding }: ShopTurnover) {
    const filters = { ...reportScope(report), shop_id: id, type: 'product' } as const;
    return itemRowsAddress({ figure: 'shop', side, amount: turnover, rounding }, filters);
  }

  function titleOf({ sold, rounding }: ShopTurnover): string {
    const differences = format.money(rounding);
    return rounding === 0 ? '' : t('overview.month.shopRows', { sum: format.money(sold), differences });
  }
}
