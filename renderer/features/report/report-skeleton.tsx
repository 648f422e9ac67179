import { useTranslation } from 'react-i18next';
import { CHECK_NAMES, type FinancialReport } from '../../../shared/contract/financial-report.ts';
import { Delayed } from '../../components/states/loading.tsx';
import styles from './report-page.module.css';
import { Statement } from './statement.tsx';

/** As wide as a usual figure, so that its bar has the same width. */
const FIGURE = 12_345.67;

const NAME = 'xxxxxxxxxxxx';

const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const rates = listNumbers(3).map((id) => ({
  tax_rate_id: id,
  name: NAME,
  value: 0,
  country_iso2: '',
  base: FIGURE,
  tax: FIGURE,
  total_wt: FIGURE,
}));

const shops = listNumbers(5).map((id) => ({ shop_id: id, title: NAME }));

const shopValues = shops.map(({ shop_id }) => ({ shop_id, value: FIGURE, value_wt: FIGURE }));

/** A report of the usual shape with invented figures, from which the skeleton is drawn. The figures are hidden. */
const REPORT_OUTLINE: FinancialReport = {
  from: '2000-01-01',
  to: '2000-01-01',
  location_id: null,
  shop_id: null,
  currency: 'EUR',
  generated_at: '2000-01-01T00:00:00+01:00',
  shops,
  revenue: {
    total_sales: FIGURE,
    total_sales_wt: FIGURE,
    total_returns: FIGURE,
    total_returns_wt: FIGURE,
    total_differences: FIGURE,
    total_differences_wt: FIGURE,
    total_turnover: FIGURE,
    total_turnover_wt: FIGURE,
    total_cost_of_goods_sold: FIGURE,
    margin: { value: FIGURE, percentage: 10.5 },
    non_revenue: {
      gift_cards: FIGURE,
      tips: FIGURE,
      payments_on_invoice: FIGURE,
      prepayments: FIGURE,
      other: 0,
      total: FIGURE,
    },
  },
  direct_paid: {
    rates,
    differences: FIGURE,
    non_revenue: FIGURE,
    total: FIGURE,
    total_wt: FIGURE,
    // They add up to the total, so that every check holds.
    payment_methods: listNumbers(7).map((id) => ({
      provider_method_type_id: id,
      title: NAME,
      type_alias: NAME,
      amount: id % 2 === 0 ? -FIGURE : FIGURE,
    })),
    balance_check: { payments_total: FIGURE, expected_total: FIGURE, difference: 0, is_balanced: true },
  },
  not_paid_now: {
    rates,
    total: FIGURE,
    total_wt: FIGURE,
    settled_since: { rates, total: FIGURE, total_wt: FIGURE },
  },
  turnover_by_group: {
    shops,
    rows: listNumbers(12).map((id) => ({
      product_group_id: id,
      product_group_code: '0000',
      title: NAME,
      shops: shopValues,
      total: FIGURE,
      total_wt: FIGURE,
    })),
    shop_totals: shopValues,
    total: FIGURE,
    total_wt: FIGURE,
  },
  checks: CHECK_NAMES.map((name) => ({ name, left: FIGURE, right: FIGURE, difference: 0, holds: true })),
  unknown: [],
};

const OUTLINE_CHECKS = REPORT_OUTLINE.checks.map((check) => ({ check, platform: null, causes: [], without: [] }));

/** The statement with grey bars in place of figures and names. */
export function ReportSkeleton() {
  const { t } = useTranslation();
  return (
    <Delayed>
      <div role="status" aria-label={t('states.loading')}>
        <div className={styles.skeleton} aria-hidden inert>
          <div className={styles.heading}>
            <span data-read>{'x'.repeat(64)}</span>
          </div>
          <Statement report={REPORT_OUTLINE} checks={OUTLINE_CHECKS} />
        </div>
      </div>
    </Delayed>
  );
}
