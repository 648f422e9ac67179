import { useTranslation } from 'react-i18next';
import type { OrderItemSums } from '../../../shared/contract/order-items.ts';
import { usePagedRows } from '../../components/data-table/use-paged-rows.ts';
import { useFormat } from '../../lib/language.ts';
import { FigureRows } from './figure-rows.tsx';
import { orderItemsList } from './list-order-items.ts';
import type { ItemRowsAddress } from './read-rows-address.ts';
import { negated, sideOf } from './sum-check.ts';
import { SumLine } from './sum-line.tsx';
import { useItemColumns } from './use-item-columns.tsx';
import { useItemWords } from './use-item-words.ts';

export function ItemRows({ address }: { readonly address: ItemRowsAddress }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = usePagedRows(orderItemsList, address.filters);
  const columns = useItemColumns();
  const words = useItemWords(address, rows.source.rowAt(0));
  // Of other rows than those of this address, nothing is told.
  const sums = rows.isReplaced ? undefined : rows.sums;
  return (
    <FigureRows
      tableId="item-rows"
      {...words}
      columns={columns}
      rows={rows}
      totals={sums && totalsOf(sums)}
      sumLine={
        sums && (
          <SumLine
            amount={address.amount}
            sum={sumOfSide(sums)}
            count={rows.source.rowCount}
            besides={address.rounding}
            notes={[...signNotes(), ...roundingNotes()]}
          />
        )
      }
    />
  );

  function sumOfSide(all: OrderItemSums): number {
    const sum = sideOf(all, address.side);
    return address.isNegated ? negated(sum) : sum;
  }

  function signNotes(): string[] {
    if (!address.isNegated) return [];
    const { figure } = address;
    return [t(`rows.negated.${figure === 'returns' || figure === 'differences' ? figure : 'other'}`)];
  }

  function roundingNotes(): string[] {
    const { rounding } = address;
    return rounding === 0 ? [] : [t('rows.rounding', { rounding: format.money(rounding) })];
  }

  function totalsOf(all: OrderItemSums) {
    return {
      order_number: t('rows.total'),
      quantity: format.quantity(all.quantity),
      value_ex_wt: format.amount(all.value),
      value_wt: format.amount(all.value_wt),
      cost_value_ex: format.amount(all.cost),
    };
  }
}
