import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FinancialReport, TurnoverGroupRow } from '../../../../shared/contract/financial-report.ts';
import type { VatSide } from '../report-store.ts';
import ruled from '../ruled-table.module.css';
import styles from './groups-table.module.css';
import { FigureText } from './statement-table.tsx';

const GROUP_WIDTH_PX = 240;
/** The least that a figure of seven digits takes. */
const FIGURE_WIDTH_PX = 108;

interface GroupsTableProps {
  readonly groups: FinancialReport['turnover_by_group'];
  readonly side: VatSide;
}

interface SidedRow {
  readonly shops: readonly { readonly shop_id: number; readonly value: number; readonly value_wt: number }[];
  readonly total: number;
  readonly total_wt: number;
}

/** Groups down, shops across, totals on both edges. Scrolls sideways by itself with the groups kept in view. */
export function GroupsTable({ groups, side }: GroupsTableProps) {
  const { t } = useTranslation();
  const { shops, rows, shop_totals, total, total_wt } = groups;
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={t('report.groups.title')}>
      <table
        className={`${ruled.table} ${styles.table}`}
        style={{ minWidth: GROUP_WIDTH_PX + (shops.length + 1) * FIGURE_WIDTH_PX }}
      >
        <thead>
          <tr>
            <th scope="col" style={{ width: GROUP_WIDTH_PX }}>
              {t('report.groups.group')}
            </th>
            {shops.map((shop) => (
              <th key={shop.shop_id} scope="col">
                <span data-read>{shop.title}</span>
              </th>
            ))}
            <th scope="col">{t('report.groups.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.product_group_id}>
              <th scope="row">
                <GroupName row={row} />
              </th>
              <RowFigures row={row} shops={shops} side={side} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('report.groups.total')}</th>
            <RowFigures row={{ shops: shop_totals, total, total_wt }} shops={shops} side={side} />
          </tr>
        </tfoot>
      </table>
    </Box>
  );
}

/** The last row has no group: it is what cash rounding took off. */
function GroupName({ row }: { readonly row: TurnoverGroupRow }) {
  const { t } = useTranslation();
  return (
    <span data-read>
      <span className={styles.code}>{row.product_group_code}</span>
      {row.product_group_id === null ? t('report.groups.differences') : row.title}
    </span>
  );
}

interface RowFiguresProps {
  readonly row: SidedRow;
  readonly shops: FinancialReport['shops'];
  readonly side: VatSide;
}

function RowFigures({ row, shops, side }: RowFiguresProps) {
  const valueByShop = new Map(
    row.shops.map((shop) => [shop.shop_id, side === 'wt' ? shop.value_wt : shop.value]),
  );
  return (
    <>
      {shops.map(({ shop_id }) => (
        <td key={shop_id} data-zero={!valueByShop.get(shop_id) || undefined}>
          <FigureText figure={valueByShop.get(shop_id) ?? 0} />
        </td>
      ))}
      <td>
        <FigureText figure={side === 'wt' ? row.total_wt : row.total} />
      </td>
    </>
  );
}
