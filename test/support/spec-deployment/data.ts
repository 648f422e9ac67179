/** A small shop whose records have the fields of the specification. */
export const USER = { account: 'specshop', email: 'owner@specshop.example', password: 'a password of the shop' };

export const SHOPS = [
  { id: 41, title: 'Winkel Zwolle' },
  { id: 42, title: 'Webshop' },
];

export const LOCATIONS = [
  { id: 51, title: 'Zwolle' },
  { id: 52, title: 'Magazijn' },
];

export const GROUPS = [
  { id: 71, title: 'Tuin' },
  { id: 72, title: 'Keuken' },
  { id: 73, title: 'Éclairage' },
];

export const RATES = [
  { id: 1, name: '20%', value: 20, country_iso2: 'AT', alias: 'at_standard' },
  { id: 11, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' },
  { id: 12, name: '9%', value: 9, country_iso2: 'NL', alias: 'nl_reduced' },
  { id: 13, name: '0%', value: 0, country_iso2: 'NL', alias: 'nl_zero' },
];

export const PAYMENT_METHODS = [
  { id: 5, title: 'Pinpas', alias: 'pin', type_alias: 'pin', is_default: true },
  { id: 6, title: 'Contant', alias: 'contant', type_alias: 'cash', is_default: false },
  { id: 7, title: 'Op rekening', alias: 'rekening', type_alias: 'invoice', is_default: false },
];

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

const NOUNS = ['Gieter', 'Lamp', 'Mok', 'Schaar', 'Pan', 'Stoel', 'Crème', 'Touw', 'Doos', 'Kaars'];

export const PRODUCTS = numbered(300).map((index) => ({
  id: 1_001 + index,
  sku: `ART-${1_001 + index}`,
  title: `${NOUNS[index % NOUNS.length]} ${1 + Math.floor(index / NOUNS.length)}`,
  product_group_id: 71 + (index % 3),
  stock: (index % 20) - 2 + (index % 4) * 0.25,
  shop_product_id: 9_001 + index,
}));

const euros = (cents: number) => Math.round(cents) / 100;

/** Every eleventh product has no price. Every fifth has a price for a quantity. */
export const PRICES = PRODUCTS.flatMap(({ id }, index) => {
  const rate = RATES[1 + (index % 3)] ?? RATES[1];
  const cents = 199 + ((index * 733) % 9_000);
  const row = (number: number, type: number, ratio: number, from_qty: number | null = null) => ({
    ...{ id: id * 10 + number, product_id: id, product_price_type_id: type, is_sale_price: type === 1 },
    ...{ ppu: euros((cents * ratio) / (1 + (rate?.value ?? 0) / 100)), ppu_wt: euros(cents * ratio) },
    ...{ tax_rate_id: rate?.id ?? 11, currency: 'EUR', from_qty },
  });
  return [
    ...(index % 11 === 10 ? [] : [row(1, 1, 1)]),
    ...(index % 5 === 0 ? [row(2, 1, 0.9, 10)] : []),
    row(3, 2, 0.5),
    row(4, 3, 0.4),
  ];
});

/** The clock goes back on 25 October 2026 at 01:00 UTC. */
const SUMMER_ENDS = Date.UTC(2026, 9, 25, 1);

function amsterdamTime(at: number): string {
  const hours = at < SUMMER_ENDS ? 2 : 1;
  return `${new Date(at + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

/** From 1 August 2026 00:30 in Amsterdam on, about five a day. */
const FIRST_SALE = Date.UTC(2026, 6, 31, 22, 30);
const BETWEEN_SALES_MS = 19_020_000;

const CUSTOMERS_COUNT = 40;

export const CUSTOMERS = numbered(CUSTOMERS_COUNT).map((index) => ({
  id: 801 + index,
  name: `Klant ${String(index + 1).padStart(2, '0')}`,
  email: `klant${index + 1}@post.example`,
}));

function makeOrder(index: number) {
  const isReturn = index % 17 === 16;
  const discountCents = index % 5 === 4 ? 250 + (index % 7) * 50 : 0;
  const isFree = index % 40 === 39;
  const isInvoice = index % 9 === 8;
  const gross = 1_000 + ((index * 977) % 12_000);
  const valueCents = (isFree ? 0 : gross - discountCents) * (isReturn ? -1 : 1);
  const discount = (isFree ? gross : discountCents) * (isReturn ? -1 : 1);
  const customer = index % 3 === 0 ? undefined : CUSTOMERS[index % CUSTOMERS_COUNT];
  return {
    id: 50_001 + index,
    order_number: `2026-${50_001 + index}`,
    date_purchased: amsterdamTime(FIRST_SALE + index * BETWEEN_SALES_MS),
    status: index % 23 === 22 ? 'cancelled' : 'complete',
    shop_id: index % 4 === 3 ? 42 : 41,
    currency: 'EUR',
    value_wt: euros(valueCents),
    value_ex_wt: euros(valueCents / 1.21),
    discount_value_wt: euros(discount),
    discount_value_ex_wt: euros(discount / 1.21),
    customer_id: customer?.id ?? null,
    customer_name: customer?.name ?? '',
    customer_email: customer?.email ?? '',
    is_paid: !isInvoice || index % 18 === 8,
    payment_term: isInvoice ? 'invoice' : 'direct',
    backoffice_url: `https://specshop.backoffice.example/#order/details/${50_001 + index}`,
  };
}

export const ORDERS = numbered(400).map(makeOrder);
