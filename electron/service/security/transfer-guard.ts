import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-values.ts';

/** Node undoes the chunks of a body and no other transfer coding: its bytes would be read as if there was none. */
export function checkTransferCoding(message: IncomingMessage): void {
  if (headerValues(message, 'transfer-encoding').some((value) => value.trim().toLowerCase() !== 'chunked')) {
    throw new ApiError('bad_request', 'The Transfer-Encoding header can only be chunked.');
  }
}
