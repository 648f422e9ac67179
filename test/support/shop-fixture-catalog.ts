import type { Insertable, Kysely } from 'kysely';
import { insertRows } from '../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { foldText } from '../../shared/fold-text.ts';
import {
  ACCOUNT,
  BARCODE,
  CUSTOMER,
  GROUP,
  LOCATION,
  PRODUCT,
  PROVIDER,
  RATE,
  SEGMENT,
  SHOP,
} from './shop-fixture-ids.ts';

const { alpha, beta } = ACCOUNT;

/** Products with prices and stock, and customers with their segments. */
export async function seedFixtureCatalog(
  db: Kysely<StoreSchema>,
  asStored = (row: Insertable<StoreSchema['products']>) => row,
): Promise<void> {
  const products = [
    product(alpha, PRODUCT.cafe, '0012345678905', 'Café crème; "groot"', GROUP.books),
    { ...product(alpha, PRODUCT.apple, 'APPEL', 'Appel', GROUP.toys), barcode: BARCODE.apple },
    { ...product(alpha, PRODUCT.lamp, 'APPEL-2', 'Lamp', GROUP.toys), barcode: BARCODE.lamp },
    product(alpha, PRODUCT.course, 'CURSUS', 'Appeltaart bakken, cursus', GROUP.books),
    {
      ...product(alpha, PRODUCT.odd, 'X%_*"-1', '=SOM(A1) 100% katoen_trui appel', GROUP.neverSold),
      barcode: BARCODE.odd,
    },
    { ...product(beta, PRODUCT.beta, '0012345678905', 'Café crème van beta', GROUP.beta), barcode: BARCODE.apple },
  ];
  await insertRows(db, 'products', products.map(asStored));
  await insertRows(db, 'product_prices', [
    price(2004, PRODUCT.cafe, 3, 80_000, 96_800, null),
    price(2003, PRODUCT.cafe, 2, 40_000, 48_400, null),
    price(2002, PRODUCT.cafe, 1, 90_000, 108_900, 10_000),
    price(2001, PRODUCT.cafe, 1, 100_000, 121_000, null),
    { ...price(2006, PRODUCT.apple, 1, 12_345, 14_938, null), tax_rate_id: RATE.nl21 },
    { ...price(2005, PRODUCT.apple, 1, 10_000, 10_900, null), tax_rate_id: RATE.nl9 },
    price(2007, PRODUCT.lamp, 3, 500_000, 605_000, null),
    { ...price(2008, PRODUCT.course, 1, 200_000, 200_000, 5_000), tax_rate_id: RATE.nlExempt },
    { ...price(2901, PRODUCT.beta, 1, 10_000, 12_100, null), account_id: beta, tax_rate_id: RATE.beta },
  ]);
  await insertRows(db, 'stock', [
    { account_id: alpha, product_id: PRODUCT.cafe, location_id: LOCATION.utrecht, quantity: 5_000 },
    { account_id: alpha, product_id: PRODUCT.cafe, location_id: LOCATION.amsterdam, quantity: -7_000 },
    { account_id: alpha, product_id: PRODUCT.apple, location_id: LOCATION.utrecht, quantity: 0 },
    { account_id: alpha, product_id: PRODUCT.course, location_id: LOCATION.amsterdam, quantity: 2_500 },
    { account_id: alpha, product_id: PRODUCT.odd, location_id: LOCATION.utrecht, quantity: 1_000 },
    { account_id: beta, product_id: PRODUCT.beta, location_id: LOCATION.beta, quantity: 9_000 },
  ]);
  await insertRows(db, 'customers', [
    customer(alpha, CUSTOMER.zon, 'Café de Zon', 'inkoop@zon.example'),
    customer(alpha, CUSTOMER.vries, 'Jan de Vries', 'jan@vries.example'),
    customer(alpha, CUSTOMER.mees, 'Mees Café', 'M.Cafe@Post.example'),
    customer(alpha, CUSTOMER.zoe, 'Zoë Ångström', 'zoe@post.example'),
    { ...customer(beta, CUSTOMER.beta, 'Jan van Beta', 'jan@beta.example'), city: 'Breda' },
  ]);
  await insertRows(db, 'segments', [
    { id: SEGMENT.regular, account_id: alpha, title: 'Vaste klanten' },
    { id: SEGMENT.business, account_id: alpha, title: 'Zakelijk' },
    { id: SEGMENT.nobody, account_id: alpha, title: 'Niemand' },
    { id: SEGMENT.beta, account_id: beta, title: 'Iedereen' },
  ]);
  await insertRows(db, 'customer_segments', [
    { account_id: alpha, customer_id: CUSTOMER.zon, segment_id: SEGMENT.regular },
    { account_id: alpha, customer_id: CUSTOMER.zon, segment_id: SEGMENT.business },
    { account_id: alpha, customer_id: CUSTOMER.vries, segment_id: SEGMENT.regular },
    { account_id: alpha, customer_id: CUSTOMER.zoe, segment_id: SEGMENT.regular },
    { account_id: beta, customer_id: CUSTOMER.beta, segment_id: SEGMENT.beta },
  ]);
}

function product(account_id: number, id: number, sku: string, title: string, product_group_id: number) {
  const folded = { folded_sku: foldText(sku), folded_title: foldText(title) };
  const barcode: string | null = null;
  return { id, account_id, sku, title, product_group_id, shop_product_id: id + 70_000, barcode, ...folded };
}

function price(
  id: number,
  product_id: number,
  product_price_type_id: number,
  ppu: number,
  ppu_wt: number,
  from_qty: number | null,
) {
  const what = { id, account_id: alpha as 1 | 2, product_id, product_price_type_id, ppu, ppu_wt };
  return { ...what, tax_rate_id: RATE.nl21 as number, currency: 'EUR', from_qty };
}

function customer(account_id: number, id: number, name: string, email: string) {
  const contact = { email, phone: '030 1234567', city: 'Utrecht', country_iso2: 'NL' };
  return { id, account_id, name, folded_name: foldText(name), ...contact, date_created: Date.UTC(2026, 0, 1) };
}

/** Locations, shops, groups, rates and providers, in another order than they are listed. */
export async function seedFixtureReference(
  db: Kysely<StoreSchema>,
  titled = <Row extends { title: string }>(row: Row) => ({ ...row, folded_title: foldText(row.title) }),
): Promise<void> {
  await insertRows(db, 'locations', [
    location(alpha, LOCATION.utrecht, 'Utrecht'),
    location(alpha, LOCATION.amsterdam, 'Amsterdam'),
    { ...location(alpha, LOCATION.arnhem, 'Arnhem'), is_active: 0 },
    location(beta, LOCATION.beta, 'Breda'),
  ]);
  await insertRows(
    db,
    'shops',
    [
      shop(alpha, SHOP.webshop, 'Webshop', null),
      shop(alpha, SHOP.utrecht1, 'Kassa Utrecht 1', LOCATION.utrecht),
      shop(alpha, SHOP.utrecht2, 'Kassa Utrecht 2', LOCATION.utrecht),
      shop(alpha, SHOP.amsterdam, 'Kassa Amsterdam', LOCATION.amsterdam),
      shop(beta, SHOP.beta, 'Kassa Breda', LOCATION.beta),
    ].map(titled),
  );
  await insertRows(
    db,
    'turnover_groups',
    [
      { id: GROUP.toys, account_id: alpha, code: '8020', title: 'Speelgoed' },
      { id: GROUP.books, account_id: alpha, code: '8000', title: 'Boeken' },
      { id: GROUP.shipping, account_id: alpha, code: '8010', title: 'Verzending' },
      { id: GROUP.neverSold, account_id: alpha, code: '8030', title: 'Restanten' },
      { id: GROUP.beta, account_id: beta, code: '8000', title: 'Alles' },
    ].map(titled),
  );
  await insertRows(db, 'tax_rates', [
    rate(alpha, RATE.nl21, '21%', 2100, 'NL', 'nl_standard'),
    rate(alpha, RATE.nl9, '9%', 900, 'NL', 'nl_reduced'),
    rate(alpha, RATE.nl0, '0%', 0, 'NL', 'nl_zero'),
    rate(alpha, RATE.nlExempt, 'Vrijgesteld', 0, 'NL', 'nl_exempt'),
    rate(alpha, RATE.be21, '21%', 2100, 'BE', 'be_standard'),
    rate(alpha, RATE.de19, '19%', 1900, 'DE', 'de_standard'),
    rate(alpha, RATE.at20, '20%', 2000, 'AT', 'at_standard'),
    rate(alpha, RATE.at10, '10%', 1000, 'AT', 'at_reduced'),
    rate(beta, RATE.beta, '21%', 2100, 'NL', 'nl_standard'),
  ]);
  await insertRows(db, 'payment_providers', [
    provider(alpha, PROVIDER.cash, 'contant', 'cash'),
    { ...provider(alpha, PROVIDER.pin, 'PIN', 'pin'), is_default: 1 },
    provider(alpha, PROVIDER.ideal, 'iDEAL', 'ideal'),
    provider(alpha, PROVIDER.voucher, 'Écheque', 'voucher'),
    { ...provider(alpha, PROVIDER.returns, 'Retouren', 'returns'), is_published: 0 },
    provider(alpha, PROVIDER.balance, 'Betaalbalans', 'payment_balance'),
    { ...provider(alpha, PROVIDER.hidden, 'Oude creditcard', 'credit_card'), is_published: 0 },
    { ...provider(beta, PROVIDER.beta, 'PIN', 'pin'), is_default: 1 },
  ]);
}

function location(account_id: number, id: number, title: string) {
  const address = { street: 'Steenweg', house_number: '1', postal_code: '3511 AA', city: title };
  return { id, account_id, title, ...address, country_iso2: 'NL', is_active: 1 as 0 | 1 };
}

function shop(account_id: number, id: number, title: string, location_id: number | null) {
  const type: 'pos' | 'webshop' = location_id === null ? 'webshop' : 'pos';
  return {
    id,
    account_id,
    title,
    type,
    location_id,
    country_iso2: 'NL',
    currency: 'EUR',
    is_active: 1 as const,
  };
}

function rate(
  account_id: number,
  id: number,
  name: string,
  value_hundredths: number,
  country_iso2: string,
  alias: string,
) {
  return { id, account_id, name, value_hundredths, country_iso2, alias };
}

function provider(account_id: number, id: number, title: string, type_alias: string) {
  const flags = { is_default: 0 as 0 | 1, is_published: 1 as 0 | 1 };
  return { id, account_id, title, alias: type_alias, type_alias, ...flags };
}
