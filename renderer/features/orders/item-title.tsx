import { useTranslation } from 'react-i18next';
import type { OrderItem } from '../../../shared/contract/orders.ts';
import { AddressLink } from '../../components/address-link.tsx';
import { productAddress } from '../../lib/address/address.ts';
import styles from './item-title.module.css';

/** What was sold: a way to the product where it is one of the catalog, its kind where it is no product. */
export function ItemTitle({ item }: { readonly item: OrderItem }) {
  const { t } = useTranslation();
  const { product_id: productId, title, type } = item;
  if (productId !== null) {
    return (
      <AddressLink address={productAddress(productId)} className={styles.product}>
        {title}
      </AddressLink>
    );
  }
  if (type === 'product') return title;
  return (
    <>
      {title} <span className={styles.kind}>{t(`orders.itemType.${type}`)}</span>
    </>
  );
}
