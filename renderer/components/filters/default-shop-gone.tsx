import { useTranslation } from 'react-i18next';
import styles from './default-shop-gone.module.css';
import { useDefaultShop } from './use-default-shop.ts';

/** Why a page shows everything where a shop is preferred: that one is not there any more. */
export function DefaultShopGone() {
  const { t } = useTranslation();
  const { isGone } = useDefaultShop();
  return isGone && <span className={styles.note}>{t('states.defaultShopGone')}</span>;
}
