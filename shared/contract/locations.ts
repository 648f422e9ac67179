import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryIso2, Known, ListOf, NamedRecord, RecordId } from './values.ts';

/** A physical site. `location_id` refers to it. Ids of locations and shops come from one sequence. */
export const Location = NamedRecord(
  'Location',
  {
    id: RecordId(),
    title: Type.String(),
    street: Known(Type.String()),
    house_number: Known(Type.String()),
    postal_code: Known(Type.String()),
    city: Known(Type.String()),
    country_iso2: Known(CountryIso2()),
    is_active: Known(Type.Boolean({ description: 'False for a closed location, whose history remains' })),
  },
  {
    id: 3,
    title: 'Utrecht',
    street: 'Oudegracht',
    house_number: '120',
    postal_code: '3511 AW',
    city: 'Utrecht',
    country_iso2: 'NL',
    is_active: true,
  },
  'A physical site',
);
export type Location = Static<typeof Location>;

export const listLocations = defineEndpoint({
  method: 'GET',
  path: '/api/locations',
  access: 'user',
  operation: 'listLocations',
  tag: 'Reference data',
  summary: 'List locations',
  description:
    'Lists the locations that the caller can see, sorted by id. A `location_id` refers to one of them, never to a shop.',
  response: ListOf(Location),
});

export const readLocation = defineEndpoint({
  method: 'GET',
  path: '/api/locations/{id}',
  access: 'user',
  operation: 'readLocation',
  tag: 'Reference data',
  summary: 'Retrieve a location',
  description: 'Returns a location as in the list. For a user with a locked location, other locations return 404.',
  id: 'Id of a location of the account',
  response: Location,
});
