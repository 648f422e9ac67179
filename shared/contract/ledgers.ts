import { type Static, Type } from 'typebox';

/**
 * What a journal books on, each with a ledger account. A code is a kind, and where there are several of the kind
 * what tells them apart after a colon: `payment:<type_alias>`, `revenue:<product_group_code>`,
 * `vat:<tax_rate_id>`, `differences`, `receivables`, `gift_cards`, `tips`, `prepayments`. `daybook` is no account but
 * the daybook of the bookkeeping program in which a booking is made; only the form of SnelStart asks for it.
 */
export const LEDGER_KINDS = [
  'payment',
  'revenue',
  'vat',
  'differences',
  'receivables',
  'gift_cards',
  'tips',
  'prepayments',
  'daybook',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LEDGER_CODE_MAX = 120;
/** Codes of one account; more are refused. */
export const LEDGER_CODES_MAX = 2_000;
export const LEDGER_ACCOUNT_PATTERN = '^[0-9A-Za-z.-]{1,20}$';

/** Ledger account by code. */
export type Ledgers = Readonly<Record<string, string>>;

export const LedgerChanges = Type.Object(
  {
    accounts: Type.Record(
      Type.String({ minLength: 1, maxLength: LEDGER_CODE_MAX }),
      Type.String({ pattern: `${LEDGER_ACCOUNT_PATTERN}|^$` }),
      { maxProperties: LEDGER_CODES_MAX },
    ),
  },
  { additionalProperties: false },
);
export type LedgerChanges = Static<typeof LedgerChanges>;

export interface JournalLedgers {
  readonly accounts: Ledgers;
  /** Whether the signed-in user may change them. */
  readonly mayChange: boolean;
}
