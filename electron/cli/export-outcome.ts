import type { ExportError } from '../exports/export-error.ts';

/** How the command ends, for whoever scheduled it. */
const EXPORT_STATUS = {
  ...{ whole: 0, failed: 1, mistaken: 2, incomplete: 3, notBookable: 4 },
  /** The file is whole, and something that belongs to it is missing. */
  unaccompanied: 5,
} as const;

/** What was written. */
export interface ExportOutcome {
  readonly path: string;
  /** Why it is not whole; empty for a file that is. */
  readonly faults: readonly string[];
  /** What is to be known of a file, whole or not. */
  readonly notes: readonly string[];
  /** Why there is no manifest beside it; null where there is one, or none was asked for. */
  readonly manifestProblem: string | null;
}

/** What the person is told of a file that was written. */
export function warningLines({ faults, notes, manifestProblem }: ExportOutcome): readonly string[] {
  return [
    ...(faults.length === 0 ? [] : ['The export is INCOMPLETE, and its name says so:']),
    ...faults.map((fault) => `- ${fault}`),
    ...notes,
    ...(manifestProblem === null
      ? []
      : [`The file is there; only its manifest is missing. ${manifestProblem}`]),
  ];
}

/** `isTold`: whether the path of the file could be printed. */
export function statusOfOutcome({ faults, manifestProblem }: ExportOutcome, isTold: boolean): number {
  if (faults.length > 0) return EXPORT_STATUS.incomplete;
  return isTold && manifestProblem === null ? EXPORT_STATUS.whole : EXPORT_STATUS.unaccompanied;
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
