import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, RecordId } from './values.ts';

export const PaymentMethod = Type.Object({
  id: RecordId(),
  title: Type.String(),
  alias: Type.String(),
  type_alias: Type.String({ description: 'Stable across accounts; key mappings on this' }),
  is_default: Type.Boolean(),
});
export type PaymentMethod = Static<typeof PaymentMethod>;

/** Providers that the account uses itself and no customer chooses; never listed, but named in reports. */
export const INTERNAL_PROVIDER_TYPES = ['returns', 'payment_balance', 'imported', 'dummy'] as const;

/** The published, customer-facing providers: the default first, then alphabetical. */
export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/payment-methods',
  access: 'user',
  response: ListOf(PaymentMethod),
});
