/** Goes on to the field below in the same table, or above from the last; false where it is the only one. */
export function focusNextLedger(field: HTMLElement): boolean {
  const fields = [...(field.closest('table')?.querySelectorAll<HTMLElement>('[data-ledger]') ?? [])];
  const at = fields.indexOf(field);
  const next = fields[at + 1] ?? fields[at - 1];
  next?.focus();
  return next !== undefined;
}
