import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryIso2, Known, ListOf, NamedRecord, RecordId } from './values.ts';

/** A physical site. `location_id` resolves here; its ids and those of shops come from one sequence. */
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
    is_active: Known(Type.Boolean({ description: 'False for one that was closed; its past stays' })),
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
  summary: 'Locations',
  description: 'The physical sites that the caller sees, by id. A `location_id` names one of them, never a shop.',
  response: ListOf(Location),
});

export const readLocation = defineEndpoint({
  method: 'GET',
  path: '/api/locations/{id}',
  access: 'user',
  operation: 'readLocation',
  tag: 'Reference data',
  summary: 'One location',
  description: 'The location as in the list. To a user with a locked location no other one exists.',
  id: 'A location of the account',
  response: Location,
});
