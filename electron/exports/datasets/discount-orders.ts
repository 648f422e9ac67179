import type { Language } from '../../../shared/contract/bridge.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { Dataset } from '../dataset.ts';
import { hiddenColumn, shownColumn } from '../declare-column.ts';
import { periodFrom, recordNamedBy } from '../filter-checks.ts';
import { decodeFilters } from '../filter-decoder.ts';
import { type DiscountOrderColumn, discountOrderRows } from './discount-order-rows.ts';

const NAMES: Record<Language, string> = { nl: 'kortingsorders', en: 'discount-orders' };
const ALL_SHOPS: Record<Language, string> = { nl: 'alle winkels', en: 'all shops' };
const FULLY_DISCOUNTED: Record<Language, string> = { nl: 'volledig gekort', en: 'fully discounted' };
const WITH_NEGATIVE: Record<Language, string> = { nl: 'met negatieve', en: 'with negative' };

/** Orders with a discount, oldest first. */
export const discountOrders: Dataset<DiscountOrderColumn> = {
  hasFixedOrder: false,
  columns: [
    shownColumn('order_number', 'text', 'Ordernummer', 'Order number'),
    shownColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
    shownColumn('status', 'text', 'Status', 'Status'),
    shownColumn('shop', 'text', 'Winkel', 'Shop'),
    shownColumn('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT'),
    shownColumn('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT'),
    shownColumn('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT'),
    shownColumn('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT'),
    shownColumn('discount_percentage', 'percentage', 'Korting %', 'Discount %'),
    hiddenColumn('customer_name', 'text', 'Klant', 'Customer'),
    hiddenColumn('customer_email', 'text', 'E-mailadres', 'E-mail'),
    shownColumn('currency', 'text', 'Valuta', 'Currency'),
    hiddenColumn('backoffice_url', 'text', 'Link naar backoffice', 'Back office link'),
  ],
  async select(source, filters) {
    const {
      shop_id,
      only_full = false,
      include_negative = false,
      ...days
    } = decodeFilters(listDiscountOrders.query, filters);
    const period = periodFrom(days);
    const shop = await recordNamedBy(source, 'shops', 'shop_id', shop_id);
    const query = { ...period, only_full, include_negative, ...(shop && { shop_id: shop.id }) };
    const { language } = source;
    const place = shop?.title ?? source.caller.lockedLocation?.title ?? ALL_SHOPS[language];
    const filtersNamed = [
      ...(only_full ? [FULLY_DISCOUNTED[language]] : []),
      ...(include_negative ? [WITH_NEGATIVE[language]] : []),
    ];
    return {
      nameParts: [NAMES[language], period.from, period.to, place, ...filtersNamed],
      batches: () => discountOrderRows(source, query),
    };
  },
};
