import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, NamedRecord, RecordId } from './values.ts';

/** A group of customers that the shop keeps. */
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
  documentation: {
    operation: 'listSegments',
    tag: 'Customers',
    summary: 'Segments of customers',
    description:
      'Segments by id. A user with a locked location sees all of them, with their own customers counted.',
    implements: 'Further endpoints (segments)',
  },
  response: ListOf(Segment),
});
