import type { ColumnKind, ExportColumn } from './dataset.ts';

/** A column that is in the file unless it was left out. */
export function shownColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): ExportColumn<Id> {
  return { id, kind, heading: { nl, en }, isShown: true };
}

/** A column that is in the file only when it was asked for, as everything about a person is. */
export function hiddenColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): ExportColumn<Id> {
  return { ...shownColumn(id, kind, nl, en), isShown: false };
}
