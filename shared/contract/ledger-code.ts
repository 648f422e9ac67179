import { LEDGER_CODE_MAX, LEDGER_KINDS, type LedgerKind } from './ledgers.ts';

/** Kinds of which there are several, each with the form of what tells them apart. */
const PARTED: ReadonlyMap<LedgerKind, RegExp> = new Map([
  ['payment', /^\P{Cc}+$/u],
  ['revenue', /^\P{Cc}+$/u],
  ['vat', /^[1-9]\d{0,14}$/],
]);

export function paymentCode(typeAlias: string): string {
  return `payment:${typeAlias}`;
}

export function revenueCode(productGroupCode: string): string {
  return `revenue:${productGroupCode}`;
}

export function vatCode(taxRateId: number): string {
  return `vat:${taxRateId}`;
}

/** Whether a code is of a kind that is known, and complete. */
export function isLedgerCode(code: string): boolean {
  const kind = LEDGER_KINDS.find((known) => code === known || code.startsWith(`${known}:`));
  if (kind === undefined || code.length > LEDGER_CODE_MAX) return false;
  const part = PARTED.get(kind);
  return part ? part.test(code.slice(kind.length + 1)) : code === kind;
}
