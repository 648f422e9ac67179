import { useTranslation } from 'react-i18next';
import type { OrderItem } from '../../../shared/contract/orders.ts';
import { QuantityText } from '../../components/quantity-text.tsx';
import { useFormat } from '../../lib/language.ts';
import styles from './brief-items.module.css';
import { ItemTitle } from './item-title.tsx';

/** The items in the width of a drawer: how many of what, for how much. */
export function BriefItems({ items }: { readonly items: readonly OrderItem[] }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <table className={styles.table} aria-label={t('orders.items.title')}>
      <thead>
        <tr>
          <th scope="col">{t('orders.items.quantity')}</th>
          <th scope="col">{t('orders.items.item')}</th>
          <th scope="col">{t('orders.items.valueWt')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <QuantityText value={item.quantity} />
            </td>
            <td>
              <ItemTitle item={item} />
              {item.sku !== null && <span className={styles.sku}>{item.sku}</span>}
            </td>
            <td>{amount(item.value_wt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
