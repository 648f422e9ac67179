import { useTranslation } from 'react-i18next';
import type { ProductSalesRow } from '../../../shared/contract/product-sales.ts';
import { productSales } from '../../../shared/datasets/declarations.ts';
import { calculateChange } from '../../../shared/report-comparison.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { MarginText, NotKnown, QuantityText } from '../../components/figures.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { getProductAddress } from '../../lib/address/address.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useTurnoverGroups } from '../../lib/queries/lookups.ts';
import type { ComparedSales } from './sales-comparison.ts';

interface SalesDrawerProps {
  readonly row: ProductSalesRow;
  readonly period: PeriodChoice;
  readonly compared: ComparedSales | null;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Called before the page of the product replaces the list. */
  readonly onLeave: () => void;
}

/** The sales of a product beside the list. Its page opens with the same period. */
export function SalesDrawer({ row, period, compared, onClose, onStep, onLeave }: SalesDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const headings = useHeadings(productSales);
  const { getTitle } = useTurnoverGroups();
  const renderKnown = (euros: number | null) => (euros === null ? <NotKnown name="cost" /> : format.money(euros));
  const facts: readonly Fact[] = [
    [headings.quantity, <QuantityText key="quantity" value={row.quantity} />],
    [headings.group, getTitle(row.product_group_id)],
    [headings.value, format.money(row.value)],
    [headings.value_wt, format.money(row.value_wt)],
    [headings.cost, renderKnown(row.cost)],
    [headings.discount_value_wt, format.money(row.discount_value_wt)],
    [headings.margin, <MarginText key="margin" sums={row} />],
  ];
  const before = compared?.getTurnover(row);
  const own = compared?.getOwnTurnover(row);
  const change = before === undefined || own === undefined ? null : calculateChange(own, before).percentage;
  return (
    <Drawer title={row.title} overline={row.sku} onClose={onClose} onStep={onStep}>
      {row.product_id !== null && (
        <p>
          <AddressLink
            address={getProductAddress(row.product_id, period)}
            className={linkStyles.link}
            onClick={onLeave}
            data-opens-page
          >
            {t('catalog.productPage')}
          </AddressLink>
        </p>
      )}
      <FactList facts={facts} layout="pairs" />
      {compared && before !== undefined && (
        <p>
          {t('figures.comparedWith', { period: formatPeriod(compared.period, language), amount: format.money(before) })}
          {change !== null && ` (${format.change(change)})`}
        </p>
      )}
    </Drawer>
  );
}
