import type { ColumnKind, ExportColumn } from './dataset.ts';

/** A column that is in the file unless it was left out. */
export function shownColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): ExportColumn<Id> {
  return { id, kind, heading: { nl, en }, isShown: true, isPersonal: false };
}

/** A column that is in the file only when it was asked for. */
export function hiddenColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): ExportColumn<Id> {
  return { ...shownColumn(id, kind, nl, en), isShown: false };
}

/** A hidden column about a person. */
export function personalColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): ExportColumn<Id> {
  return { ...hiddenColumn(id, kind, nl, en), isPersonal: true };
}
