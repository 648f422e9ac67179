import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryCode, optional } from './query.ts';
import { ListOf, RecordId } from './values.ts';

export const TaxRate = Type.Object({
  id: RecordId(),
  name: Type.String({ description: 'Label, such as a percentage text' }),
  value: Type.Number({ description: 'Percentage' }),
  country_iso2: Type.String(),
  alias: Type.String({ description: 'Stable alias of the rate' }),
});
export type TaxRate = Static<typeof TaxRate>;

/** Without a country: the registry of the European Union, Austria first. Clients always send the country. */
export const listTaxRates = defineEndpoint({
  method: 'GET',
  path: '/api/tax-rates',
  access: 'user',
  query: Type.Object({ country_iso2: optional(CountryCode()) }),
  response: ListOf(TaxRate),
});
