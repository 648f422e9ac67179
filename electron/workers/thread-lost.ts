import { ExportError, type ExportErrorCode } from '../exports/export-error.ts';
import type { ExportThreadRequest } from './export-requests.ts';
import type { ThreadError } from './thread-messages.ts';

type Kind = ExportThreadRequest['kind'];
type End = 'broke-off' | 'out-of-memory';

const CODES: Readonly<Record<Kind, ExportErrorCode>> = { write: 'not_written', compare: 'not_comparable' };

const MESSAGES: Readonly<Record<Kind, Readonly<Record<End, string>>>> = {
  write: {
    'broke-off': 'The file was not saved: the export broke off. Try again.',
    'out-of-memory':
      'The file was not saved: it does not fit into memory. Choose another format, or fewer rows.',
  },
  compare: {
    'broke-off': 'The comparison broke off. Try again.',
    'out-of-memory': 'This list is too long to be compared: too many of its rows are not what they were.',
  },
};

/** What is told where a thread is gone before it has answered. */
export function threadLost(kind: Kind, cause?: ThreadError): ExportError {
  const end: End = isOutOfMemory(cause?.cause) ? 'out-of-memory' : 'broke-off';
  const reason = end === 'out-of-memory' ? end : null;
  return new ExportError(CODES[kind], MESSAGES[kind][end], { cause, reason });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
