import { ExportError } from './export-error.ts';
import type { Writer } from './writers/writer.ts';

/** Throws `ExportError` `too_many_rows` for more rows than the format holds; null: not known yet. */
export function refuseTooMany({ extension, maxRows }: Writer, rows: number | null): void {
  if (maxRows === null || rows === null || rows <= maxRows) return;
  const format = extension.toUpperCase();
  const message = `${format} holds at most ${maxRows} rows, and there are ${rows} or more. Choose CSV or fewer rows.`;
  throw new ExportError('too_many_rows', message, { excess: { rows, maxRows } });
}
