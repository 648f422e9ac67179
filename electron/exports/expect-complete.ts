import { ExportError } from './export-error.ts';

/** Throws `ExportError` `incomplete` unless as many rows were read as the platform says there are. */
export function expectComplete(read: number, total: number): void {
  if (read === total) return;
  const message = `The data changed while it was read: ${read} rows came where there are ${total}. Try again.`;
  throw new ExportError('incomplete', message);
}
