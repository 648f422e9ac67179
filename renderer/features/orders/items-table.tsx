import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { useFormat } from '../../lib/language.ts';
import { useTaxRates } from '../../lib/queries/use-tax-rates.ts';
import { useTurnoverGroups } from '../../lib/queries/use-turnover-groups.ts';
import { ItemLine } from './item-line.tsx';
import styles from './lines-table.module.css';

const COLUMNS = [
  'sku',
  'item',
  'group',
  'quantity',
  'price',
  'discount',
  'valueEx',
  'valueWt',
  'rate',
] as const;
const TEXTS: readonly string[] = ['sku', 'item', 'group'];

/** The items as the platform gives them, over totals that are the order's own and not sums of this program. */
export function ItemsTable({ order }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const rates = useTaxRates(order.items.flatMap(({ tax_rate_id: id }) => id ?? []));
  const groups = useTurnoverGroups();
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('orders.items.title')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-kind={TEXTS.includes(column) ? 'text' : 'amount'}>
                {t(`orders.items.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <ItemLine key={item.id} item={item} rates={rates} groups={groups} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5} data-kind="text">
              {t('orders.items.total')}
            </th>
            <td>{amount(order.discount_value_wt)}</td>
            <td>{amount(order.value_ex_wt)}</td>
            <td>{amount(order.value_wt)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
