import { useTranslation } from 'react-i18next';
import type { ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import { fromEuros, percentageOf } from '../../../../shared/money.ts';
import type { Period } from '../../../../shared/periods.ts';
import { FigureLink } from '../../../components/figure-link.tsx';
import { useFormat } from '../../../lib/language.ts';
import styles from './product-page.module.css';
import { soldRowsAddress } from './sold-rows-address.ts';

interface SalesFiguresProps {
  readonly productId: number;
  readonly period: Period;
  readonly sums: ProductSalesSums;
}

/** What was sold, and what it brought; the turnover opens the items it is made of. */
export function SalesFigures({ productId, period, sums }: SalesFiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const opens = t('catalog.product.openRows');
  const share = percentageOf(fromEuros(sums.margin), fromEuros(sums.value));
  const margin = format.money(sums.margin);
  const rows = (side: 'ex' | 'wt', amount: number) => soldRowsAddress(productId, period, side, amount);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('catalog.product.sold')}</dt>
        <dd>{format.quantity(sums.quantity)}</dd>
      </div>
      <div>
        <dt>{t('catalog.product.turnover')}</dt>
        <dd>
          <FigureLink rows={rows('ex', sums.value)} title={opens}>
            {format.money(sums.value)}
          </FigureLink>
        </dd>
      </div>
      <div>
        <dt>{t('catalog.product.turnoverWt')}</dt>
        <dd>
          <FigureLink rows={rows('wt', sums.value_wt)} title={opens}>
            {format.money(sums.value_wt)}
          </FigureLink>
        </dd>
      </div>
      <div>
        <dt>{t('catalog.product.discount')}</dt>
        <dd>{format.money(sums.discount_value_wt)}</dd>
      </div>
      <div>
        <dt>{t('catalog.product.margin')}</dt>
        <dd>
          {share === null
            ? margin
            : t('catalog.product.marginShare', { money: margin, share: format.percentage(share) })}
        </dd>
      </div>
    </dl>
  );
}
