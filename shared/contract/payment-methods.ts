import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, NamedRecord, RecordId } from './values.ts';

export const PaymentMethod = NamedRecord(
  'PaymentMethod',
  {
    id: RecordId(),
    title: Type.String(),
    alias: Type.String(),
    type_alias: Type.String({ description: 'Stable across accounts; key mappings on this' }),
    is_default: Type.Boolean(),
  },
  { id: 5, title: 'Pinpas', alias: 'pinpas', type_alias: 'pin', is_default: true },
);
export type PaymentMethod = Static<typeof PaymentMethod>;

/** Providers that the account uses itself and no customer chooses; never listed, but named in reports. */
export const INTERNAL_PROVIDER_TYPES = ['returns', 'payment_balance', 'imported', 'dummy'] as const;

/** The published, customer-facing providers: the default first, then alphabetical. */
export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/payment-methods',
  access: 'user',
  documentation: {
    operation: 'listPaymentMethods',
    tag: 'Reference data',
    summary: 'Payment methods',
    description:
      'The providers that customers can choose: the default first, then alphabetical. Internal ones (returns, ' +
      'payment balance, imported, dummy) are not listed; an order or report that uses one gives its title itself.',
    implements: 'GET /api/payment-methods',
  },
  response: ListOf(PaymentMethod),
});
