import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, NamedRecord, RecordId } from './values.ts';

export const PaymentMethod = NamedRecord(
  'PaymentMethod',
  {
    id: RecordId(),
    title: Type.String(),
    alias: Type.String({ description: 'Short name on this account' }),
    type_alias: Type.String({ description: 'Stable across accounts; key mappings on this' }),
    is_default: Type.Boolean({ description: 'True for the one that is offered first' }),
  },
  { id: 5, title: 'Pinpas', alias: 'pinpas', type_alias: 'pin', is_default: true },
  'A payment method that customers can choose',
);
export type PaymentMethod = Static<typeof PaymentMethod>;

/** How a record that concerns a payment names the method. */
export const methodFields = {
  provider_method_type_id: RecordId('As in GET /api/payment-methods, which leaves out internal methods'),
  title: Type.String({ description: 'Of the method, internal ones included' }),
  type_alias: Type.String({ description: 'Kind of the method, the same on every account' }),
};

/** Providers that the account uses itself and no customer chooses; never listed, but named in reports. */
export const INTERNAL_PROVIDER_TYPES = ['returns', 'payment_balance', 'imported', 'dummy'] as const;

/** The published, customer-facing providers: the default first, then alphabetical. */
export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/payment-methods',
  access: 'user',
  operation: 'listPaymentMethods',
  tag: 'Reference data',
  summary: 'Payment methods',
  description:
    'The providers that customers can choose: the default first, then alphabetical. Internal ones (returns, ' +
    'payment balance, imported, dummy) are not listed. Orders and reports may name one: their rows have title and ' +
    '`type_alias` themselves, so that nothing need be looked up here.',
  response: ListOf(PaymentMethod),
});

/** Every provider that a payment may name, by id: the published ones and the internal ones. */
export const listPaymentProviders = defineEndpoint({
  method: 'GET',
  path: '/api/payment-providers',
  access: 'user',
  operation: 'listPaymentProviders',
  tag: 'Reference data',
  summary: 'Payment methods, internal ones included',
  description:
    'Every method that a payment may name, by id: those of `GET /api/payment-methods` and the internal ones. ' +
    'These are the ids that `provider_method_type_id` takes as a filter.',
  implements: 'Further endpoints (payments)',
  response: ListOf(PaymentMethod),
});
