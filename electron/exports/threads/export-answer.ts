import { ExportError } from '../export-error.ts';
import type { WrittenExport } from '../write-export.ts';

/** How an export in a thread went. Errors of our own would lose their class on the way: they go as values. */
export type ExportAnswer =
  | { readonly written: WrittenExport }
  | { readonly failure: Pick<ExportError, 'code' | 'message' | 'reason' | 'cause'> };

export async function answerOf(work: Promise<WrittenExport>): Promise<ExportAnswer> {
  try {
    return { written: await work };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    const { code, message, reason, cause } = error;
    return { failure: { code, message, reason, cause } };
  }
}

/** Throws the `ExportError` that the answer tells of. */
export function writtenOf(answer: ExportAnswer): WrittenExport {
  if ('written' in answer) return answer.written;
  const { code, message, reason, cause } = answer.failure;
  throw new ExportError(code, message, { reason, cause });
}
