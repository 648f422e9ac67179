import { useTranslation } from 'react-i18next';
import type { OrderItem, OrderRow } from '../../../shared/contract/orders.ts';
import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { formatRateName, isExempt } from '../../../shared/vat-return.ts';
import { getProductAddress } from '../../lib/address/address.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { type TaxRates, useTaxRates, useTurnoverGroups } from '../../lib/queries/lookups.ts';
import { type PlainColumn, PlainTable } from '../data-table/plain-table.tsx';
import figures from '../figures.module.css';
import { QuantityText, UnitPrice } from '../figures.tsx';
import { AddressLink } from '../links.tsx';
import textStyles from '../text.module.css';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';

interface ItemsProps {
  readonly order: OrderRow;
  readonly items: readonly OrderItem[];
}

/** The items of an order. The totals are those of the order, not sums of its items. */
export function ItemsTable({ order, items }: ItemsProps) {
  const { t } = useTranslation();
  const { amount } = useOrderAmounts(order);
  return (
    <div className={styles.scroller}>
      <PlainTable
        label={t('orders.items.title')}
        className={styles.table}
        columns={useItemColumns({ order, items })}
        rows={items}
        getRowKey={({ id }) => id}
        totals={{
          sku: t('orders.items.total'),
          discount: amount(order.discount_value_wt),
          valueEx: amount(order.value_ex_wt),
          valueWt: amount(order.value_wt),
        }}
      />
    </div>
  );
}

function useItemColumns({ order, items }: ItemsProps): readonly PlainColumn<OrderItem>[] {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const isPrinting = useIsPrinting();
  const rates = useTaxRates(items.flatMap(({ tax_rate_id: id }) => id ?? []));
  const groups = useTurnoverGroups();
  const text = { kind: 'text' } as const;
  const group: PlainColumn<OrderItem> = {
    ...text,
    id: 'group',
    header: t('orders.items.group'),
    cell: ({ product_group_id: id }) => (id === null ? '' : groups.getTitle(id)),
  };
  const priceEx: PlainColumn<OrderItem> = {
    id: 'priceEx',
    header: heading(t('orders.items.priceEx')),
    cell: ({ ppu }) => <UnitPrice value={ppu} />,
  };
  return [
    { ...text, id: 'sku', header: t('orders.items.sku'), cell: ({ sku }) => sku },
    { ...text, id: 'item', header: t('orders.items.item'), cell: (item) => <ItemTitle item={item} /> },
    // Customers do not need the product group.
    ...(isPrinting ? [] : [group]),
    { id: 'quantity', header: t('orders.items.quantity'), cell: ({ quantity }) => <QuantityText value={quantity} /> },
    ...(isPrinting ? [priceEx] : []),
    { id: 'price', header: heading(t('orders.items.price')), cell: ({ ppu_wt }) => <UnitPrice value={ppu_wt} /> },
    { id: 'discount', header: heading(t('orders.items.discount')), cell: (item) => amount(item.discount_value_wt) },
    { id: 'valueEx', header: heading(t('orders.items.valueEx')), cell: (item) => amount(item.value_ex_wt) },
    { id: 'valueWt', header: heading(t('orders.items.valueWt')), cell: (item) => amount(item.value_wt) },
    { id: 'rate', header: t('orders.items.rate'), cell: (item) => <RateText id={item.tax_rate_id} rates={rates} /> },
  ];
}

/** The items by VAT rate, as on an invoice. All figures are sums of the items; none is derived from another. */
export function VatTable({ order, items }: ItemsProps) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const rates = useTaxRates(items.flatMap(({ tax_rate_id: id }) => id ?? []));
  const byRate = [...Map.groupBy(items, ({ tax_rate_id: id }) => id)]
    .sort(([one], [other]) => getRank(one, rates) - getRank(other, rates))
    .map(([id, ofRate]) => ({ id, ...sumVat(ofRate) }));
  const total = sumVat(items);
  return (
    <PlainTable
      label={t('orders.vat.title')}
      className={styles.table}
      columns={[
        {
          id: 'rate',
          header: t('orders.vat.rate'),
          kind: 'text',
          cell: ({ id }) => <RateText id={id} rates={rates} />,
        },
        ...VAT_SIDES.map((side) => ({
          id: side,
          header: heading(t(`orders.vat.${side}`)),
          cell: (sides: VatSides) => amount(sides[side]),
        })),
      ]}
      rows={byRate}
      getRowKey={({ id }) => String(id)}
      totals={{ rate: t('terms.total'), ...Object.fromEntries(VAT_SIDES.map((side) => [side, amount(total[side])])) }}
    />
  );
}

const VAT_SIDES = ['base', 'vat', 'total'] as const;

/** In euros. */
type VatSides = Readonly<Record<(typeof VAT_SIDES)[number], number>>;

/** The order of the rates: the highest first, then 0, exempt, and no rate. */
function getRank(id: number | null, rates: TaxRates): number {
  const rate = id === null ? undefined : rates.getRate(id);
  if (rate === undefined) return id === null ? 2 : 1;
  return isExempt(rate) ? 0.5 : -rate.value;
}

function sumVat(items: readonly OrderItem[]): VatSides {
  const base = items.reduce((sum, { value_ex_wt }) => sum + fromEuros(value_ex_wt), 0);
  const total = items.reduce((sum, { value_wt }) => sum + fromEuros(value_wt), 0);
  return { base: toEuros(base), vat: toEuros(total - base), total: toEuros(total) };
}

/**
 * The name of the rate, with its country if it is foreign. Blank while the rates are read; the id for an unknown rate.
 */
function RateText({ id, rates }: { readonly id: number | null; readonly rates: TaxRates }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (id === null) return t('orders.items.noRate');
  const rate = rates.getRate(id);
  if (rate) {
    const name = formatRateName(rate, language);
    return rate.country_iso2 === HOME_COUNTRY ? name : `${name} ${rate.country_iso2}`;
  }
  return rates.isPending ? '' : `#${id}`;
}

/** The title of an item: a link for a product of the catalog, with the type for other items. */
export function ItemTitle({ item }: { readonly item: OrderItem }) {
  const { t } = useTranslation();
  const { product_id: productId, title, type } = item;
  if (productId !== null) {
    return (
      <AddressLink address={getProductAddress(productId)} className={figures.figure}>
        {title}
      </AddressLink>
    );
  }
  if (type === 'product') return title;
  const kind = t(`orders.itemType.${type}`);
  // Most tills name a tip "tip", so the type is not repeated.
  if (title.toLocaleLowerCase().includes(kind)) return title;
  return (
    <>
      {title} <span className={textStyles.small}>{kind}</span>
    </>
  );
}
