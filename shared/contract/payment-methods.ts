import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, NamedRecord, RecordId } from './values.ts';

export const PaymentMethod = NamedRecord(
  'PaymentMethod',
  {
    id: RecordId(),
    title: Type.String(),
    alias: Type.String({ description: 'Short name in this account' }),
    type_alias: Type.String({ description: 'Type of the method, the same in every account; use it for mappings' }),
    is_default: Type.Boolean({ description: 'Whether it is offered first' }),
  },
  { id: 5, title: 'Pinpas', alias: 'pinpas', type_alias: 'pin', is_default: true },
  'A payment method that customers can choose',
);
export type PaymentMethod = Static<typeof PaymentMethod>;

/** Fields by which records refer to a payment method. */
export const methodFields = {
  provider_method_type_id: RecordId('Id as in GET /api/payment-providers'),
  title: Type.String({ description: 'Title of the method, which may be internal' }),
  type_alias: Type.String({ description: 'Type of the method, the same in every account' }),
};

/** Types of internal providers, which customers cannot choose. Not listed, but reports can contain them. */
export const INTERNAL_PROVIDER_TYPES = ['returns', 'payment_balance', 'imported', 'dummy'] as const;

/** The published, customer-facing providers: the default first, then sorted by title. */
export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/payment-methods',
  access: 'user',
  operation: 'listPaymentMethods',
  tag: 'Reference data',
  summary: 'List payment methods',
  description:
    'Lists the methods that customers can choose: the default first, then sorted by title. Internal methods (returns, ' +
    'payment balance, imported, dummy) are not listed. Orders and reports can contain them; their rows have title and ' +
    '`type_alias`, so that no lookup is needed.',
  response: ListOf(PaymentMethod),
});

/** Every provider that a payment can have, sorted by id, including internal ones. */
export const listPaymentProviders = defineEndpoint({
  method: 'GET',
  path: '/api/payment-providers',
  access: 'user',
  operation: 'listPaymentProviders',
  tag: 'Reference data',
  summary: 'List payment providers',
  description:
    'Lists all methods that a payment can have, sorted by id: those of `GET /api/payment-methods` and internal ones. Use ' +
    'these ids for the filter `provider_method_type_id`.',
  implements: 'Further endpoints (payments)',
  response: ListOf(PaymentMethod),
});
