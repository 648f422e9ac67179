import { type Static, Type } from 'typebox';
import { ClosedObject } from './values.ts';

/**
 * Codes of ledger accounts for a journal. A code is a kind, with a suffix after a colon if the kind has several:
 * `payment:<type_alias>`, `revenue:<product_group_code>`, `vat:<tax_rate_id>`, `differences`, `receivables`,
 * `gift_cards`, `tips`, `prepayments`, `other_non_revenue`. Two are not accounts: `daybook` is the daybook for
 * bookings, needed for SnelStart only, and `vat_code:<tax_rate_id>` is the optional name of a VAT rate in the
 * bookkeeping program.
 */
const LEDGER_KINDS = [
  'payment',
  'revenue',
  'vat',
  'vat_code',
  'differences',
  'receivables',
  'gift_cards',
  'tips',
  'prepayments',
  'other_non_revenue',
  'daybook',
] as const;

type LedgerKind = (typeof LEDGER_KINDS)[number];

const MAX_LEDGER_CODE_LENGTH = 120;

/** Maximum number of codes per account. */
export const MAX_LEDGER_CODES = 2_000;

export const LEDGER_ACCOUNT_PATTERN = '^[0-9A-Za-z.-]{1,20}$';

/** Ledger account by code. */
export type Ledgers = Readonly<Record<string, string>>;

export const LedgerChanges = ClosedObject({
  accounts: Type.Record(
    Type.String({ minLength: 1, maxLength: MAX_LEDGER_CODE_LENGTH }),
    Type.String({ pattern: `${LEDGER_ACCOUNT_PATTERN}|^$` }),
    { maxProperties: MAX_LEDGER_CODES },
  ),
});

export type LedgerChanges = Static<typeof LedgerChanges>;

/** Kinds with a suffix, and the format of the suffix. */
const SUFFIX_PATTERNS: ReadonlyMap<LedgerKind, RegExp> = new Map([
  ['payment', /^\P{Cc}+$/u],
  ['revenue', /^\P{Cc}+$/u],
  ['vat', /^[1-9]\d{0,14}$/],
  ['vat_code', /^[1-9]\d{0,14}$/],
]);

export function createPaymentCode(typeAlias: string): string {
  return `payment:${typeAlias}`;
}

export function createRevenueCode(productGroupCode: string): string {
  return `revenue:${productGroupCode}`;
}

export function createVatCode(taxRateId: number): string {
  return `vat:${taxRateId}`;
}

/**
 * Creates the code under which the bookkeeping program's name of a rate is stored, in addition to the ledger account of
 * its VAT.
 */
export function createVatCodeCode(taxRateId: number): string {
  return `vat_code:${taxRateId}`;
}

/** Whether a code is complete and of a known kind. */
export function isLedgerCode(code: string): boolean {
  const kind = LEDGER_KINDS.find((known) => code === known || code.startsWith(`${known}:`));
  if (kind === undefined || code.length > MAX_LEDGER_CODE_LENGTH) return false;
  const part = SUFFIX_PATTERNS.get(kind);
  return part ? part.test(code.slice(kind.length + 1)) : code === kind;
}
