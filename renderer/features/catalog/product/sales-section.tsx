import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate, daysBetween, weekdayOf } from '../../../../shared/calendar.ts';
import type { ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import { fromEuros, percentageOf } from '../../../../shared/money.ts';
import type { Period } from '../../../../shared/periods.ts';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { FigureLink } from '../../../components/figures.tsx';
import { useToday } from '../../../components/period-picker/chosen-period.ts';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/loading.tsx';
import type { Address } from '../../../lib/address/address.ts';
import { itemRowsAddress } from '../../../lib/address/figure-rows.ts';
import { periodText, shortPeriodText } from '../../../lib/format.ts';
import { useFormat, useLanguage } from '../../../lib/language.ts';
import { productSalesByWeekQuery, productSalesQuery, type WeekOfSales } from '../queries.ts';
import { ProductSection } from './product-details.tsx';
import styles from './product-page.module.css';

const DAYS = 90;

/** What was sold of a product lately, today included. */
export function SalesSection({ productId }: { readonly productId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const period = lastDays(DAYS, useToday());
  const sales = useQuery(productSalesQuery(productId, period));
  return (
    <ProductSection title={t('catalog.product.sales', { days: DAYS })} aside={periodText(period, language)}>
      {sales.isPending && <SkeletonRows rows={3} />}
      {sales.isError && !sales.data && (
        <FailurePanel error={sales.error} isRetrying={sales.isFetching} onRetry={() => void sales.refetch()} />
      )}
      {sales.data && isNothing(sales.data) && <p className={styles.none}>{t('catalog.product.notSold')}</p>}
      {sales.data && !isNothing(sales.data) && (
        <>
          <SalesFigures productId={productId} period={period} sums={sales.data} />
          <SalesWeeks productId={productId} period={period} />
        </>
      )}
    </ProductSection>
  );
}

/** No sale and no return either: returns can take away all that was sold, and then there are rows to see. */
function isNothing(sums: ProductSalesSums): boolean {
  return Object.values(sums).every((figure) => figure === 0);
}

interface SalesFiguresProps {
  readonly productId: number;
  readonly period: Period;
  readonly sums: ProductSalesSums;
}

/** What was sold, and what it brought; the turnover opens the items it is made of. */
function SalesFigures({ productId, period, sums }: SalesFiguresProps) {
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
        <dt>{t('terms.turnover.ex')}</dt>
        <dd>
          <FigureLink rows={rows('ex', sums.value)} title={opens}>
            {format.money(sums.value)}
          </FigureLink>
        </dd>
      </div>
      <div>
        <dt>{t('terms.turnover.wt')}</dt>
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

interface SalesWeeksProps {
  readonly productId: number;
  readonly period: Period;
}

/** The turnover of each week as a bar; each opens its items. */
function SalesWeeks({ productId, period }: SalesWeeksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const weeks = useQuery(productSalesByWeekQuery(productId, weeksOf(period)));
  const barOf = ({ week, sums: { value, quantity } }: WeekOfSales) => ({
    key: week.from,
    name: shortPeriodText(week, language, period.to),
    value,
    figure: (
      <FigureLink rows={value === 0 && quantity === 0 ? null : soldRowsAddress(productId, week, 'ex', value)}>
        {format.money(value)}
      </FigureLink>
    ),
    aside: t('catalog.product.pieces', { count: quantity, text: format.quantity(quantity) }),
  });
  return (
    <>
      <h3 className={styles.subheading}>{t('catalog.product.byWeek')}</h3>
      {weeks.isPending && <SkeletonRows rows={6} widths={[60, 20]} />}
      {weeks.isError && !weeks.data && (
        <FailurePanel error={weeks.error} isRetrying={weeks.isFetching} onRetry={() => void weeks.refetch()} />
      )}
      {weeks.data && <BarList label={t('catalog.product.byWeek')} rows={weeks.data.map(barOf)} />}
    </>
  );
}

/** The items of a product behind its turnover in a period. */
function soldRowsAddress(productId: number, { from, to }: Period, side: 'ex' | 'wt', amount: number): Address {
  return itemRowsAddress({ figure: 'product', side, amount }, { from, to, type: 'product', product_id: productId });
}

/** The days up to and with the last one. */
export function lastDays(days: number, last: CalendarDate): Period {
  return { from: addDays(last, 1 - days), to: last };
}

/** The weeks of a period from Monday to Sunday; the first and the last as far as they lie in it. */
export function weeksOf({ from, to }: Period): readonly Period[] {
  const weeks: Period[] = [];
  for (let first = from; daysBetween(first, to) >= 0; ) {
    const sunday = addDays(first, DAYS_IN_WEEK - weekdayOf(first));
    const last = sunday < to ? sunday : to;
    weeks.push({ from: first, to: last });
    first = addDays(last, 1);
  }
  return weeks;
}

const DAYS_IN_WEEK = 7;
