import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderItem, OrderRow } from '../../../shared/contract/orders.ts';
import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { isExempt, rateName } from '../../../shared/vat-return.ts';
import { productAddress } from '../../lib/address/address.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { type TaxRates, type TurnoverGroups, useTaxRates, useTurnoverGroups } from '../../lib/queries/lookups.ts';
import figures from '../figures.module.css';
import { QuantityText, UnitPrice } from '../figures.tsx';
import { AddressLink } from '../links.tsx';
import textStyles from '../text.module.css';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';

type Column = 'sku' | 'item' | 'group' | 'quantity' | 'priceEx' | 'price' | 'discount' | 'valueEx' | 'valueWt' | 'rate';

const COLUMNS: readonly Column[] = [
  'sku',
  'item',
  'group',
  'quantity',
  'price',
  'discount',
  'valueEx',
  'valueWt',
  'rate',
];

/** What a customer has to do with. */
const PRINTED: readonly Column[] = [
  'sku',
  'item',
  'quantity',
  'priceEx',
  'price',
  'discount',
  'valueEx',
  'valueWt',
  'rate',
];

const TEXTS: readonly string[] = ['sku', 'item', 'group'];

interface ItemsProps {
  readonly order: OrderRow;
  readonly items: readonly OrderItem[];
}

/** The items of an order. The totals are those of the order itself and not sums of its items. */
export function ItemsTable({ order, items }: ItemsProps) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const columns = useIsPrinting() ? PRINTED : COLUMNS;
  const rates = useTaxRates(items.flatMap(({ tax_rate_id: id }) => id ?? []));
  const groups = useTurnoverGroups();
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('orders.items.title')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-kind={TEXTS.includes(column) ? 'text' : 'amount'}>
                {heading(t(`orders.items.${column}`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemLine key={item.id} order={order} item={item} columns={columns} rates={rates} groups={groups} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.indexOf('discount')} data-kind="text">
              {t('orders.items.total')}
            </th>
            <td>{amount(order.discount_value_wt)}</td>
            <td>{amount(order.value_ex_wt)}</td>
            <td>{amount(order.value_wt)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The items by VAT rate, as on an invoice: the figures of the order added up, none of them derived from another. */
export function VatTable({ order, items }: ItemsProps) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const rates = useTaxRates(items.flatMap(({ tax_rate_id: id }) => id ?? []));
  const byRate = [...Map.groupBy(items, ({ tax_rate_id: id }) => id)].sort(
    ([one], [other]) => rankOf(one, rates) - rankOf(other, rates),
  );
  const amountsOf = (some: readonly OrderItem[]) =>
    Object.entries(vatSides(some)).map(([side, euros]) => <td key={side}>{amount(euros)}</td>);
  return (
    <table className={styles.table} aria-label={t('orders.vat.title')}>
      <thead>
        <tr>
          {(['rate', 'base', 'vat', 'total'] as const).map((column) => (
            <th key={column} scope="col" data-kind={column === 'rate' ? 'text' : 'amount'}>
              {heading(t(`orders.vat.${column}`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byRate.map(([id, ofRate]) => (
          <tr key={id}>
            <td data-kind="text">
              <RateText id={id} rates={rates} />
            </td>
            {amountsOf(ofRate)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" data-kind="text">
            {t('terms.total')}
          </th>
          {amountsOf(items)}
        </tr>
      </tfoot>
    </table>
  );
}

/** Of the rates of an order from top to bottom: the highest first, then 0, what is exempt, and what has no rate. */
function rankOf(id: number | null, rates: TaxRates): number {
  const rate = id === null ? undefined : rates.rateOf(id);
  if (rate === undefined) return id === null ? 2 : 1;
  return isExempt(rate) ? 0.5 : -rate.value;
}

/** Base, VAT and total in euros. */
function vatSides(items: readonly OrderItem[]) {
  const base = items.reduce((sum, { value_ex_wt }) => sum + fromEuros(value_ex_wt), 0);
  const total = items.reduce((sum, { value_wt }) => sum + fromEuros(value_wt), 0);
  return { base: toEuros(base), vat: toEuros(total - base), total: toEuros(total) };
}

/** With its country where that is another one. Blank while the rates are read; the id of an unknown rate. */
function RateText({ id, rates }: { readonly id: number | null; readonly rates: TaxRates }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (id === null) return t('orders.items.noRate');
  const rate = rates.rateOf(id);
  if (rate) {
    const name = rateName(rate, language);
    return rate.country_iso2 === HOME_COUNTRY ? name : `${name} ${rate.country_iso2}`;
  }
  return rates.isPending ? '' : `#${id}`;
}

interface ItemLineProps {
  readonly order: OrderRow;
  readonly item: OrderItem;
  readonly columns: readonly Column[];
  readonly rates: TaxRates;
  readonly groups: TurnoverGroups;
}

function ItemLine({ order, item, columns, rates, groups }: ItemLineProps) {
  const { amount } = useOrderAmounts(order);
  const cells: Readonly<Record<Column, ReactNode>> = {
    sku: item.sku,
    item: <ItemTitle item={item} />,
    group: item.product_group_id === null ? '' : groups.titleOf(item.product_group_id),
    quantity: <QuantityText value={item.quantity} />,
    priceEx: <UnitPrice value={item.ppu} />,
    price: <UnitPrice value={item.ppu_wt} />,
    discount: amount(item.discount_value_wt),
    valueEx: amount(item.value_ex_wt),
    valueWt: amount(item.value_wt),
    rate: <RateText id={item.tax_rate_id} rates={rates} />,
  };
  return (
    <tr>
      {columns.map((column) => (
        <td key={column} data-kind={TEXTS.includes(column) ? 'text' : undefined}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
}

/** The title of an item: a link for a product of the catalog, with its type for an item that is no product. */
export function ItemTitle({ item }: { readonly item: OrderItem }) {
  const { t } = useTranslation();
  const { product_id: productId, title, type } = item;
  if (productId !== null) {
    return (
      <AddressLink address={productAddress(productId)} className={figures.figure}>
        {title}
      </AddressLink>
    );
  }
  if (type === 'product') return title;
  const kind = t(`orders.itemType.${type}`);
  // Most tills call a tip by that name: it is said once.
  if (title.toLocaleLowerCase().includes(kind)) return title;
  return (
    <>
      {title} <span className={textStyles.small}>{kind}</span>
    </>
  );
}
