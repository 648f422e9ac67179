import type { PaymentProvidersTable } from '../../store/schema.ts';
import type { IdRanges } from './id-ranges.ts';

const PROVIDERS = [
  { title: 'Pin', alias: 'pin', type_alias: 'pin', is_default: 1, is_published: 1 },
  { title: 'Contant', alias: 'contant', type_alias: 'cash', is_default: 0, is_published: 1 },
  { title: 'iDEAL', alias: 'ideal-webshop', type_alias: 'ideal', is_default: 0, is_published: 1 },
  { title: 'Creditcard', alias: 'creditcard', type_alias: 'creditcard', is_default: 0, is_published: 1 },
  { title: 'Cadeaubon', alias: 'cadeaubon', type_alias: 'gift_card', is_default: 0, is_published: 1 },
  { title: 'Achteraf betalen', alias: 'klarna', type_alias: 'klarna', is_default: 0, is_published: 1 },
  { title: 'Bankoverschrijving', alias: 'bank', type_alias: 'bank_transfer', is_default: 0, is_published: 1 },
  { title: 'Chipknip', alias: 'chipknip', type_alias: 'chipknip', is_default: 0, is_published: 0 },
  { title: 'Retouren', alias: 'retouren', type_alias: 'returns', is_default: 0, is_published: 0 },
  { title: 'Betaalsaldo', alias: 'saldo', type_alias: 'payment_balance', is_default: 0, is_published: 0 },
  { title: 'Geïmporteerd', alias: 'import', type_alias: 'imported', is_default: 0, is_published: 0 },
  { title: 'Testbetaling', alias: 'test', type_alias: 'dummy', is_default: 0, is_published: 0 },
] as const;

export type ProviderType = (typeof PROVIDERS)[number]['type_alias'];

/** Customer-facing providers, the four internal ones, and one that is no longer published. */
export function paymentProviderRows(ids: IdRanges): PaymentProvidersTable[] {
  return PROVIDERS.map((provider, index) => ({
    id: ids.providers + 1 + index,
    account_id: ids.account,
    ...provider,
  }));
}

export function providerIdOf(ids: IdRanges, type: ProviderType): number {
  return ids.providers + 1 + PROVIDERS.findIndex((provider) => provider.type_alias === type);
}
