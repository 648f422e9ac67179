import type { Kysely } from 'kysely';
import { insertRows } from '../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { foldText } from '../../shared/fold-text.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, PRODUCT, RATE, SEGMENT } from './shop-fixture-ids.ts';

const { alpha, beta } = ACCOUNT;

/** Products with prices and stock, and customers with their segments. */
export async function seedFixtureCatalog(db: Kysely<StoreSchema>): Promise<void> {
  await insertRows(db, 'products', [
    product(alpha, PRODUCT.cafe, '0012345678905', 'Café crème; "groot"', GROUP.books),
    product(alpha, PRODUCT.apple, 'APPEL', 'Appel', GROUP.toys),
    product(alpha, PRODUCT.lamp, 'APPEL-2', 'Lamp', GROUP.toys),
    product(alpha, PRODUCT.course, 'CURSUS', 'Appeltaart bakken, cursus', GROUP.books),
    product(alpha, PRODUCT.odd, 'X%_*"-1', '=SOM(A1) 100% katoen_trui appel', GROUP.neverSold),
    product(beta, PRODUCT.beta, '0012345678905', 'Café crème van beta', GROUP.beta),
  ]);
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
  return { id, account_id, sku, title, product_group_id, shop_product_id: id + 70_000, ...folded };
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
