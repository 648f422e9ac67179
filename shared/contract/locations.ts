import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, RecordId } from './values.ts';

/** A physical site. `location_id` resolves here; its ids and those of shops come from one sequence. */
export const Location = Type.Object({
  id: RecordId(),
  title: Type.String(),
  street: Type.String(),
  house_number: Type.String(),
  postal_code: Type.String(),
  city: Type.String(),
  country_iso2: Type.String(),
  is_active: Type.Boolean(),
});
export type Location = Static<typeof Location>;

export const listLocations = defineEndpoint({
  method: 'GET',
  path: '/api/locations',
  access: 'user',
  response: ListOf(Location),
});

export const readLocation = defineEndpoint({
  method: 'GET',
  path: '/api/locations/{id}',
  access: 'user',
  response: Location,
});
