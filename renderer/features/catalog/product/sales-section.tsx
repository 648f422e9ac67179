import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate, countDaysBetween, getWeekday } from '../../../../shared/calendar.ts';
import type { ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import type { Period } from '../../../../shared/periods.ts';
import type { VatSide } from '../../../../shared/report-comparison.ts';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { FigureLink, MarginText } from '../../../components/figures.tsx';
import linkStyles from '../../../components/links.module.css';
import { AddressLink } from '../../../components/links.tsx';
import { toPeriod, toPreset, useToday } from '../../../components/period-picker/chosen-period.ts';
import { PeriodPicker } from '../../../components/period-picker/period-picker.tsx';
import { QueryContent } from '../../../components/states/query-states.tsx';
import { type Address, createAddress } from '../../../lib/address/address.ts';
import { periodField } from '../../../lib/address/fields.ts';
import { getItemRowsAddress } from '../../../lib/address/figure-rows.ts';
import { usePageState } from '../../../lib/address/navigation.ts';
import { formatShortPeriod } from '../../../lib/format.ts';
import { useFormat, useLanguage } from '../../../lib/language.ts';
import styles from '../catalog.module.css';
import { productSalesByWeekQuery, productSalesQuery, type WeekSales } from '../queries.ts';
import { ProductSection } from './product-details.tsx';

const DEFAULT_DAYS = 90;

/** Each week needs its own request. */
const MAX_DAYS_BY_WEEK = 100;

const FIELDS = { period: periodField };

interface SalesSectionProps {
  readonly productId: number;
  /** `undefined` until it is read. */
  readonly sku: string | undefined;
}

/** The sales of a product in the chosen period; by default the last days including today. */
export function SalesSection({ productId, sku }: SalesSectionProps) {
  const { t } = useTranslation();
  const today = useToday();
  const [{ period: chosen = getLastDays(DEFAULT_DAYS, today) }, change] = usePageState(FIELDS);
  const period = toPeriod(chosen, today);
  const sales = useQuery(productSalesQuery(productId, period));
  return (
    <ProductSection
      title={t('report.revenue.sales')}
      aside={
        <>
          <PeriodPicker value={chosen} today={today} onChange={(next) => change({ period: toPreset(next, today) })} />
          {sku !== undefined && (
            <AddressLink
              address={createAddress('/product-sales', { q: sku, period: periodField.write(chosen) })}
              className={linkStyles.link}
            >
              {t('shell.productSales')}
            </AddressLink>
          )}
        </>
      }
    >
      <QueryContent query={sales} rows={3}>
        {(sums) =>
          // No sales and no returns. If returns only cancel the sales, there are rows to show.
          Object.values(sums).every((figure) => figure === 0 || figure === null) ? (
            <p className={styles.none}>{t('catalog.product.notSold')}</p>
          ) : (
            <>
              <SalesFigures productId={productId} period={period} sums={sums} />
              {countDaysBetween(period.from, period.to) < MAX_DAYS_BY_WEEK && (
                <SalesWeeks productId={productId} period={period} />
              )}
            </>
          )
        }
      </QueryContent>
    </ProductSection>
  );
}

interface SalesFiguresProps {
  readonly productId: number;
  readonly period: Period;
  readonly sums: ProductSalesSums;
}

/** The sums of the sales. The turnover opens its items. */
function SalesFigures({ productId, period, sums }: SalesFiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const renderTurnover = (side: VatSide, amount: number) => (
    <FigureLink rows={getSoldRowsAddress(productId, period, side, amount)} title={t('catalog.product.openRows')}>
      {format.money(amount)}
    </FigureLink>
  );
  const figures = [
    [t('catalog.product.sold'), format.quantity(sums.quantity)],
    [t('terms.turnover.ex'), renderTurnover('ex', sums.value)],
    [t('terms.turnover.wt'), renderTurnover('wt', sums.value_wt)],
    [t('catalog.product.discount'), format.money(sums.discount_value_wt)],
    [t('catalog.product.margin'), <MarginText key="margin" sums={sums} />],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

const SKELETON_WIDTHS = [60, 20];

/** The turnover of each week as a bar, which opens its items. */
function SalesWeeks({ productId, period }: Omit<SalesFiguresProps, 'sums'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const weeks = useQuery(productSalesByWeekQuery(productId, listWeeks(period)));
  const toBar = ({ week, sums: { value, quantity } }: WeekSales) => ({
    key: week.from,
    name: formatShortPeriod(week, language, period.to),
    value,
    figure: (
      <FigureLink rows={value === 0 && quantity === 0 ? null : getSoldRowsAddress(productId, week, 'ex', value)}>
        {format.money(value)}
      </FigureLink>
    ),
    aside: t('catalog.product.pieces', { count: quantity, text: format.quantity(quantity) }),
  });
  return (
    <>
      <h3 className={`${styles.part} ${styles.heading}`}>{t('catalog.product.byWeek')}</h3>
      <QueryContent query={weeks} rows={6} widths={SKELETON_WIDTHS}>
        {(sold) => (
          <BarList
            label={t('catalog.product.byWeek')}
            headings={{
              name: t('catalog.product.week'),
              figure: t('terms.turnover.ex'),
              aside: t('catalog.product.quantity'),
            }}
            rows={sold.map(toBar)}
          />
        )}
      </QueryContent>
    </>
  );
}

function getSoldRowsAddress(productId: number, { from, to }: Period, side: VatSide, amount: number): Address {
  return getItemRowsAddress({ figure: 'product', side, amount }, { from, to, type: 'product', product_id: productId });
}

/** The given number of days, ending with `last`. */
export function getLastDays(days: number, last: CalendarDate): Period {
  return { from: addDays(last, 1 - days), to: last };
}

/** The weeks of a period from Monday to Sunday. The first and the last are cut to the period. */
export function listWeeks({ from, to }: Period): readonly Period[] {
  const weeks: Period[] = [];
  for (let first = from; countDaysBetween(first, to) >= 0; ) {
    const sunday = addDays(first, DAYS_IN_WEEK - getWeekday(first));
    const last = sunday < to ? sunday : to;
    weeks.push({ from: first, to: last });
    first = addDays(last, 1);
  }
  return weeks;
}

const DAYS_IN_WEEK = 7;
