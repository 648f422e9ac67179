import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryCode, optional } from './query.ts';
import { CountryIso2, ListOf, NamedRecord, RecordId } from './values.ts';

export const TaxRate = NamedRecord(
  'TaxRate',
  {
    id: RecordId(),
    name: Type.String({ description: 'Label, such as a percentage text' }),
    value: Type.Number({ description: 'Percentage; an exempt rate is a record of its own with 0' }),
    country_iso2: CountryIso2(),
    alias: Type.String({ description: 'Stable alias of the rate' }),
  },
  { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' },
  'A VAT rate of a country',
);
export type TaxRate = Static<typeof TaxRate>;

/** The country whose rates a Dutch shop sells at; others are looked up only when a price has one. */
export const HOME_COUNTRY = 'NL';

/** Without a country: the registry of the European Union, Austria first. Clients always send the country. */
export const listTaxRates = defineEndpoint({
  method: 'GET',
  path: '/api/tax-rates',
  access: 'user',
  operation: 'listTaxRates',
  tag: 'Reference data',
  summary: 'VAT rates',
  description:
    'The rates of one country, highest first; an unknown country has none. Without `country_iso2` it is the ' +
    'whole registry of the European Union, Austria first and then by country code. Codes are upper case, and ' +
    'Greece is GR. Exempt is a rate too: at 0, beside the zero rate. Send the country.',
  query: Type.Object({ country_iso2: optional(CountryCode('Only rates of this country')) }),
  response: ListOf(TaxRate),
});
