import { type Static, Type } from 'typebox';
import { LedgerChanges, type Ledgers } from './ledgers.ts';
import { ClosedObject } from './values.ts';

/** The seller's details on a Dutch receipt or invoice copy. Empty if unknown. */
export const COMPANY_FIELDS = [
  'name',
  'street',
  'postcode',
  'city',
  'kvk',
  'vat',
  'phone',
  'email',
  'website',
  'iban',
] as const;

export type CompanyField = (typeof COMPANY_FIELDS)[number];

export type CompanyDetails = Readonly<Record<CompanyField, string>>;

export const NO_COMPANY_DETAILS: CompanyDetails = {
  ...{ name: '', street: '', postcode: '', city: '', kvk: '', vat: '' },
  ...{ phone: '', email: '', website: '', iban: '' },
};

export const MAX_COMPANY_DETAIL_LENGTH = 120;

const Detail = Type.Optional(Type.String({ maxLength: MAX_COMPANY_DETAIL_LENGTH }));

/** Fields that are left out stay. An empty text removes a value. */
export const CompanyChanges = ClosedObject({
  accounts: Type.Optional(LedgerChanges.properties.accounts),
  details: Type.Optional(
    ClosedObject({
      ...{ name: Detail, street: Detail, postcode: Detail, city: Detail, kvk: Detail, vat: Detail },
      ...{ phone: Detail, email: Detail, website: Detail, iban: Detail },
    }),
  ),
});

export type CompanyChanges = Static<typeof CompanyChanges>;

/** Data that the users of an account share here. None of it comes from the platform. */
export interface Company {
  readonly accounts: Ledgers;
  readonly details: CompanyDetails;
  /** Whether the signed-in user may change them. */
  readonly mayChange: boolean;
}
