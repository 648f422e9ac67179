import type { Kysely } from 'kysely';
import { insertRows } from '../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { ACCOUNT, GROUP, LOCATION, PROVIDER, RATE, SHOP } from './shop-fixture-ids.ts';

const { alpha, beta } = ACCOUNT;

/** Locations, shops, groups, rates and providers. The order here is not the order in which they are listed. */
export async function seedFixtureReference(db: Kysely<StoreSchema>): Promise<void> {
  await insertRows(db, 'locations', [
    location(alpha, LOCATION.utrecht, 'Utrecht'),
    location(alpha, LOCATION.amsterdam, 'Amsterdam'),
    { ...location(alpha, LOCATION.arnhem, 'Arnhem'), is_active: 0 },
    location(beta, LOCATION.beta, 'Breda'),
  ]);
  await insertRows(db, 'shops', [
    shop(alpha, SHOP.webshop, 'Webshop', null),
    shop(alpha, SHOP.utrecht1, 'Kassa Utrecht 1', LOCATION.utrecht),
    shop(alpha, SHOP.utrecht2, 'Kassa Utrecht 2', LOCATION.utrecht),
    shop(alpha, SHOP.amsterdam, 'Kassa Amsterdam', LOCATION.amsterdam),
    shop(beta, SHOP.beta, 'Kassa Breda', LOCATION.beta),
  ]);
  await insertRows(db, 'turnover_groups', [
    { id: GROUP.toys, account_id: alpha, code: '8020', title: 'Speelgoed' },
    { id: GROUP.books, account_id: alpha, code: '8000', title: 'Boeken' },
    { id: GROUP.shipping, account_id: alpha, code: '8010', title: 'Verzending' },
    { id: GROUP.neverSold, account_id: alpha, code: '8030', title: 'Restanten' },
    { id: GROUP.beta, account_id: beta, code: '8000', title: 'Alles' },
  ]);
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
