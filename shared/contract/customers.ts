import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { createPageQuery, Flag, IdList, optional, SearchText, Sort } from './query.ts';
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
    segment_ids: Known(
      Type.Array(RecordId(), { description: 'Segments of the customer, ascending; see GET /api/segments' }),
    ),
    date_created: Known(Timestamp('When the customer was created')),
    order_count: Known(
      Type.Integer({
        description: 'Number of counted orders at the shops that the caller can see',
      }),
    ),
    turnover_wt: KnownEuros('Turnover of these orders as in the financial report, including VAT'),
    open_invoices_wt: nullable(
      Euros(
        'Value of open invoices including VAT: counted, unpaid invoice orders at the shops that the caller can see; `null` ' +
          'if the platform does not return it',
      ),
    ),
    date_last_purchased: nullable(
      Timestamp(
        'Purchase time of the latest of these orders; `null` if there is none or the platform does not return it',
      ),
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
  'A customer with purchase figures',
);

export type Customer = Static<typeof Customer>;

const CustomerSums = NamedRecord(
  'CustomerSums',
  {
    order_count: Type.Integer({ description: 'Sum of `order_count`' }),
    turnover_wt: Euros('Sum of `turnover_wt`'),
    open_invoices_wt: nullable(Euros('Sum of `open_invoices_wt`; `null` if the platform does not return it')),
  },
  { order_count: 3, turnover_wt: 184.85, open_invoices_wt: 62.5 },
  'Sums of all customers that match the filters',
);

export type CustomerSums = Static<typeof CustomerSums>;

export const MAX_CUSTOMERS = 250;

/** Maximum number of segments per call. */
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
  summary: 'List customers',
  description:
    'Lists customers sorted by id, or by `sort`. Customers without a purchase are last by `date_last_purchased` in both ' +
    'directions. Every word of `q` must occur in name or e-mail address. Names ignore case and accents; e-mail addresses ' +
    'ignore case only. A user with a locked location gets the customers with an order there, with orders and turnover of ' +
    'its shops. `sums` cover all matching customers. They are `null` if the platform does not ' +
    'return them, and if the list is sorted by `id`, `name` or `date_created`, so that its pages stay valid while orders ' +
    'come in.',
  implements: 'Further endpoints (customers)',
  query: Type.Object({
    q: optional(SearchText('Words to search for in name and e-mail address', 'anouk', 'always')),
    segment_id: optional(
      IdList(MAX_SEGMENTS, 'Only customers of these segments: one id or several, comma-separated', [702]),
    ),
    has_open_invoices: optional(Flag('Only customers with (true) or without (false) open invoices')),
    sort: optional(Sort(CUSTOMER_SORTS)),
    ...createPageQuery(MAX_CUSTOMERS),
  }),
  response: Type.Object({ ...PageOf(Customer).properties, sums: nullable(CustomerSums) }),
});

export const readCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/customers/{id}',
  access: 'user',
  operation: 'readCustomer',
  tag: 'Customers',
  summary: 'Retrieve a customer',
  description:
    'Returns a customer as in the list. For a user with a locked location, customers without an order there return 404.',
  implements: 'Further endpoints (customers); 404 of Errors',
  id: 'Id of a customer of the account',
  response: Customer,
});

export const Segment = NamedRecord(
  'Segment',
  {
    id: RecordId(),
    title: Type.String(),
    customer_count: Type.Integer({ description: 'Number of customers of the segment that the caller can see' }),
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
  summary: 'List customer segments',
  description:
    'Lists all segments, sorted by id. For a user with a locked location, only customers of that location are counted.',
  implements: 'Further endpoints (segments)',
  response: ListOf(Segment),
});
