import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryCode, optional } from './query.ts';
import { ListOf, NamedRecord, RecordId } from './values.ts';

export const TaxRate = NamedRecord(
  'TaxRate',
  {
    id: RecordId(),
    name: Type.String({ description: 'Label, such as a percentage text' }),
    value: Type.Number({ description: 'Percentage' }),
    country_iso2: Type.String(),
    alias: Type.String({ description: 'Stable alias of the rate' }),
  },
  { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' },
);
export type TaxRate = Static<typeof TaxRate>;

/** Without a country: the registry of the European Union, Austria first. Clients always send the country. */
export const listTaxRates = defineEndpoint({
  method: 'GET',
  path: '/api/tax-rates',
  access: 'user',
  documentation: {
    operation: 'listTaxRates',
    tag: 'Reference data',
    summary: 'VAT rates',
    description:
      'The rates of one country, highest first; an unknown country has none. Without `country_iso2` it is the ' +
      'whole registry of the European Union, Austria first and then by country code. Send the country.',
    implements: 'GET /api/tax-rates',
  },
  query: Type.Object({ country_iso2: optional(CountryCode('Only rates of this country')) }),
  response: ListOf(TaxRate),
});
