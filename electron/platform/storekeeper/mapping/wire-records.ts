import { type Static, Type } from 'typebox';
import { maybe, maybeObject, OwnId, WireDate, WireDecimal, WireFlag, WireId, WireText } from './wire-values.ts';

/**
 * The records that StoreKeeper answers, as far as they are used. Members may be missing or null, and there may be more of
 * them: what a record needs in order to be one is not optional here.
 */

const priceFields = {
  id: OwnId,
  ppu: maybe(WireDecimal),
  ppu_wt: maybe(WireDecimal),
  /** A fraction. */
  tax: maybe(WireDecimal),
  tax_rate_id: maybe(WireId),
  currency_iso3: maybe(WireText),
  product_price_type_id: maybe(WireId),
};

/** A row of the product search: a product in a shop. */
export const ShopProductRecord = Type.Object({
  id: OwnId,
  product_id: OwnId,
  flat_product: maybeObject({
    title: maybe(WireText),
    product: maybeObject({
      sku: maybe(WireText),
      product_group_id: maybe(WireId),
      product_stock: maybeObject({
        value: maybe(WireDecimal),
        unlimited: maybe(WireFlag),
        location_id: maybe(WireId),
      }),
    }),
  }),
  product_default_price: maybeObject(priceFields),
  product_price: maybeObject(priceFields),
  product_emballage_price: maybeObject(priceFields),
});
export type ShopProductRecord = Static<typeof ShopProductRecord>;

const shopFields = {
  id: OwnId,
  name: maybe(WireText),
  alias: maybe(WireText),
  published: maybe(WireFlag),
  deleted: maybe(WireFlag),
  relation_data: maybeObject({ business_data: maybeObject({ country_iso2: maybe(WireText) }) }),
};

export const ShopRecord = Type.Object(shopFields);
export type ShopRecord = Static<typeof ShopRecord>;

export const ConfigurationRecord = Type.Object({
  currency_iso3: maybe(WireText),
  gift_card_product_id: maybe(WireId),
  gift_card_balance_product_id: maybe(WireId),
});
export type ConfigurationRecord = Static<typeof ConfigurationRecord>;

export const TaxRateRecord = Type.Object({
  id: OwnId,
  name: maybe(WireText),
  alias: maybe(WireText),
  /** A fraction. */
  value: WireDecimal,
  country_iso2: maybe(WireText),
});
export type TaxRateRecord = Static<typeof TaxRateRecord>;

export const PaymentMethodRecord = Type.Object({
  id: OwnId,
  title: maybe(WireText),
  eid: maybe(WireText),
  active: maybe(WireFlag),
  deleted: maybe(WireFlag),
  provider: maybeObject({ alias: maybe(WireText) }),
  provider_method_type: maybeObject({ alias: maybe(WireText) }),
});
export type PaymentMethodRecord = Static<typeof PaymentMethodRecord>;

export const LocationRecord = Type.Object({
  id: OwnId,
  name: maybe(WireText),
  is_active: maybe(WireFlag),
  address: maybeObject({
    street: maybe(WireText),
    streetnumber: maybe(WireText),
    flatnumber: maybe(WireText),
    zipcode: maybe(WireText),
    city: maybe(WireText),
    country_iso2: maybe(WireText),
  }),
});
export type LocationRecord = Static<typeof LocationRecord>;

const contactFields = {
  contact_set: maybeObject({ email: maybe(WireText), phone: maybe(WireText) }),
  contact_address: maybeObject({ city: maybe(WireText), country_iso2: maybe(WireText) }),
};

export const CustomerRecord = Type.Object({
  id: OwnId,
  name: maybe(WireText),
  deleted: maybe(WireFlag),
  date_created: maybe(WireDate),
  ...contactFields,
});
export type CustomerRecord = Static<typeof CustomerRecord>;

export const OrderItemRecord = Type.Object({
  id: OwnId,
  rownb: maybe(WireDecimal),
  product_id: maybe(WireId),
  sku: maybe(WireText),
  name: maybe(WireText),
  quantity: maybe(WireDecimal),
  ppu: maybe(WireDecimal),
  ppu_wt: maybe(WireDecimal),
  before_discount_ppu: maybe(WireDecimal),
  before_discount_ppu_wt: maybe(WireDecimal),
  price: maybe(WireDecimal),
  price_wt: maybe(WireDecimal),
  /** A fraction. */
  tax: maybe(WireDecimal),
  tax_rate_id: maybe(WireId),
  is_with_discount: maybe(WireFlag),
  is_turnover: maybe(WireFlag),
  refunded_quantity: maybe(WireDecimal),
});
export type OrderItemRecord = Static<typeof OrderItemRecord>;

const OrderTaxRecord = Type.Object({
  tax: maybe(WireDecimal),
  tax_rate_id: maybe(WireId),
  /** The VAT. */
  value: maybe(WireDecimal),
  row_total: maybe(WireDecimal),
  row_total_wt: maybe(WireDecimal),
});

/** Of the header, each with a twin that ends in `_wt`. */
export const HEADER_AMOUNTS = [
  'value',
  'discount_value',
  'paid_value',
  'paid_back_value',
  'refunded_price',
  'invoiced_price',
] as const;

const headerFields = {
  value: maybe(WireDecimal),
  value_wt: maybe(WireDecimal),
  discount_value: maybe(WireDecimal),
  discount_value_wt: maybe(WireDecimal),
  paid_value: maybe(WireDecimal),
  paid_value_wt: maybe(WireDecimal),
  paid_back_value: maybe(WireDecimal),
  paid_back_value_wt: maybe(WireDecimal),
  refunded_price: maybe(WireDecimal),
  refunded_price_wt: maybe(WireDecimal),
  invoiced_price: maybe(WireDecimal),
  invoiced_price_wt: maybe(WireDecimal),
};

export const OrderRecord = Type.Object({
  id: OwnId,
  number: maybe(WireText),
  status: maybe(WireText),
  shop_id: maybe(WireId),
  shop: maybeObject(shopFields),
  location_id: maybe(WireId),
  currency_iso3: maybe(WireText),
  date_purchased: maybe(WireDate),
  date_created: maybe(WireDate),
  date_updated: maybe(WireDate),
  is_paid: maybe(WireFlag),
  is_anonymous: maybe(WireFlag),
  is_quote: maybe(WireFlag),
  is_request: maybe(WireFlag),
  is_customer_accepted: maybe(WireFlag),
  is_contract: maybe(WireFlag),
  relation_data_id: maybe(WireId),
  relation_data: maybeObject({ id: maybe(WireId), name: maybe(WireText) }),
  billing_address: maybeObject({ name: maybe(WireText), ...contactFields }),
  order_items: maybe(Type.Array(OrderItemRecord)),
  order_taxes: maybe(Type.Array(OrderTaxRecord)),
  ...headerFields,
});
export type OrderRecord = Static<typeof OrderRecord>;
