import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Period } from '../../../../shared/periods.ts';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { FigureLink } from '../../../components/figure-link.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { useFormat, useLanguage } from '../../../lib/language.ts';
import { shortPeriodText } from '../../../lib/period-text.ts';
import { productSalesByWeekQuery, type WeekOfSales } from '../product-sales-by-week.ts';
import styles from './product-page.module.css';
import { soldRowsAddress } from './sold-rows-address.ts';
import { weeksOf } from './weeks-of.ts';

interface SalesWeeksProps {
  readonly productId: number;
  readonly period: Period;
}

/** The turnover of each week as a bar; each opens its items. */
export function SalesWeeks({ productId, period }: SalesWeeksProps) {
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
        <FailurePanel
          error={weeks.error}
          isRetrying={weeks.isFetching}
          onRetry={() => void weeks.refetch()}
        />
      )}
      {weeks.data && <BarList label={t('catalog.product.byWeek')} rows={weeks.data.map(barOf)} />}
    </>
  );
}
