import type { ExportError } from '../../exports/export-error.ts';

/** How the command ends, for whoever scheduled it. */
const EXPORT_STATUS = { whole: 0, failed: 1, mistaken: 2, incomplete: 3, notBookable: 4 } as const;

/** What was written. */
export interface ExportOutcome {
  readonly path: string;
  /** Why it is not whole; empty for a file that is. */
  readonly faults: readonly string[];
}

/** What the person is told of a file that is not whole. */
export function warningLines({ faults }: ExportOutcome): readonly string[] {
  if (faults.length === 0) return [];
  return ['The export is INCOMPLETE, and its name says so:', ...faults.map((fault) => `- ${fault}`)];
}

export function statusOfOutcome({ faults }: ExportOutcome): number {
  return faults.length === 0 ? EXPORT_STATUS.whole : EXPORT_STATUS.incomplete;
}

export function statusOfFailure({ code }: ExportError): number {
  switch (code) {
    case 'invalid_request':
      return EXPORT_STATUS.mistaken;
    case 'not_bookable':
      return EXPORT_STATUS.notBookable;
    default:
      return EXPORT_STATUS.failed;
  }
}

/** The message as a sentence of its own. */
export function sentenceOfFailure({ code, message }: ExportError): string {
  return code === 'invalid_request' ? `This cannot be exported: ${message}.` : message;
}
