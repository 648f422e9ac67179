import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryCode, optional } from './query.ts';
import { CountryIso2, ListOf, NamedRecord, RecordId } from './values.ts';

export const TaxRate = NamedRecord(
  'TaxRate',
  {
    id: RecordId(),
    name: Type.String({ description: 'Label of the rate, such as `21%`' }),
    value: Type.Number({ description: 'Percentage; an exempt rate is a separate record with 0' }),
    country_iso2: CountryIso2(),
    alias: Type.String({ description: 'Stable alias of the rate' }),
  },
  { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' },
  'A VAT rate of a country',
);
export type TaxRate = Static<typeof TaxRate>;

/** The home country of Dutch shops. Rates of other countries are needed only if a price has one. */
export const HOME_COUNTRY = 'NL';

/** Without a country: all rates of the European Union. Clients should always send the country. */
export const listTaxRates = defineEndpoint({
  method: 'GET',
  path: '/api/tax-rates',
  access: 'user',
  operation: 'listTaxRates',
  tag: 'Reference data',
  summary: 'List VAT rates',
  description:
    'Lists the rates of one country, highest first; an unknown country has none. Without `country_iso2`, lists all rates ' +
    'of the European Union, Austria first and then by country code. Country codes are upper case; Greece is GR. Exempt is ' +
    'a rate of 0, separate from the zero rate. Always send the country.',
  query: Type.Object({ country_iso2: optional(CountryCode('Only rates of this country')) }),
  response: ListOf(TaxRate),
});
