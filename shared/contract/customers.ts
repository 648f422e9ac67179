import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Flag, IdList, optional, pageQuery, SearchText, Sort } from './query.ts';
import {
  CountryIso2,
  Euros,
  Known,
  KnownEuros,
  ListOf,
  NamedRecord,
  nullable,
  PageOf,
  PersonalText,
  RecordId,
  Timestamp,
} from './values.ts';

export const Customer = NamedRecord(
  'Customer',
  {
    id: RecordId(),
    name: PersonalText(),
    email: PersonalText(),
    phone: PersonalText(),
    city: PersonalText(),
    country_iso2: Known(CountryIso2()),
    segment_ids: Known(Type.Array(RecordId(), { description: 'Resolve by GET /api/segments; ascending' })),
    date_created: Known(Timestamp('When the customer was first known')),
    order_count: Known(
      Type.Integer({
        description: 'Orders that count in figures, at the shops that the caller sees',
      }),
    ),
    turnover_wt: KnownEuros('Turnover of those orders as the financial report defines it, including VAT'),
    open_invoices_wt: nullable(
      Euros(
        'Value of their open invoices including VAT: orders on invoice that count in figures and are not paid, at the ' +
          'shops that the caller sees; null where the platform does not say',
      ),
    ),
    date_last_purchased: nullable(
      Timestamp('When the latest of those orders was bought; null without one, and where the platform does not say'),
    ),
  },
  {
    id: 812,
    name: 'Anouk de Vries',
    email: 'anouk.de.vries.812@post.example',
    phone: '06-12345678',
    city: 'Utrecht',
    country_iso2: 'NL',
    segment_ids: [2],
    date_created: '2024-03-09T14:12:00+01:00',
    order_count: 3,
    turnover_wt: 184.85,
    open_invoices_wt: 62.5,
    date_last_purchased: '2026-10-01T10:15:00+02:00',
  },
  'A customer with what they bought',
);

export type Customer = Static<typeof Customer>;

const CustomerSums = NamedRecord(
  'CustomerSums',
  {
    order_count: Type.Integer({ description: 'Sum of `order_count`' }),
    turnover_wt: Euros('Sum of `turnover_wt`'),
    open_invoices_wt: nullable(Euros('Sum of `open_invoices_wt`; null where the platform does not say')),
  },
  { order_count: 3, turnover_wt: 184.85, open_invoices_wt: 62.5 },
  'Sums over all customers that the filters select',
);

export type CustomerSums = Static<typeof CustomerSums>;

export const CUSTOMERS_CAP = 250;

/** Segments that one call names at most. */
const MAX_SEGMENTS = 200;

export const CUSTOMER_SORTS = [
  ...(['id', '-id', 'name', '-name', 'date_created', '-date_created'] as const),
  ...(['order_count', '-order_count', 'turnover_wt', '-turnover_wt'] as const),
  ...(['open_invoices_wt', '-open_invoices_wt'] as const),
  ...(['date_last_purchased', '-date_last_purchased'] as const),
] as const;

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customers',
  access: 'user',
  operation: 'listCustomers',
  tag: 'Customers',
  summary: 'Customers with what they bought',
  description:
    'Customers by id unless `sort` says otherwise; without a purchase they come last by `date_last_purchased` either ' +
    'way. Every word of `q` must occur in name or e-mail address. In the name case and accents do not ' +
    'matter; an e-mail address is matched as it is written, in any case. A user with a locked location ' +
    'sees the customers who have an order there, with the orders and turnover of its shops. `sums` are over all ' +
    'customers that the filters select, not over the page; null where the platform gives none, and of a list sorted by ' +
    '`id`, `name` or `date_created`, which stays valid while orders come in.',
  implements: 'Further endpoints (customers)',
  query: Type.Object({
    q: optional(SearchText('Words to search for in name and e-mail address', 'anouk', 'always')),
    segment_id: optional(
      IdList(MAX_SEGMENTS, 'Only customers of these segments: one id, or several with commas', [702]),
    ),
    has_open_invoices: optional(Flag('Only customers with an open invoice, or only those without')),
    sort: optional(Sort(CUSTOMER_SORTS)),
    ...pageQuery(CUSTOMERS_CAP),
  }),
  response: Type.Object({ ...PageOf(Customer).properties, sums: nullable(CustomerSums) }),
});

export const readCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/customers/{id}',
  access: 'user',
  operation: 'readCustomer',
  tag: 'Customers',
  summary: 'One customer',
  description: 'The customer as in the list. One without an order at the locked location does not exist.',
  implements: 'Further endpoints (customers); 404 of Errors',
  id: 'A customer of the account',
  response: Customer,
});

export const Segment = NamedRecord(
  'Segment',
  {
    id: RecordId(),
    title: Type.String(),
    customer_count: Type.Integer({ description: 'Customers of the segment that the caller sees' }),
  },
  { id: 2, title: 'Vaste klanten', customer_count: 96 },
  'A group of customers',
);

export type Segment = Static<typeof Segment>;

export const listSegments = defineEndpoint({
  method: 'GET',
  path: '/api/segments',
  access: 'user',
  operation: 'listSegments',
  tag: 'Customers',
  summary: 'Segments of customers',
  description: 'Segments by id. A user with a locked location sees all of them, with their own customers counted.',
  implements: 'Further endpoints (segments)',
  response: ListOf(Segment),
});
