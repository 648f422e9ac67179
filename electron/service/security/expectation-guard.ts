import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-values.ts';

/** Node itself answers `100-continue`; nothing else can be expected of this service. */
export function checkExpectation(message: IncomingMessage): void {
  if (headerValues(message, 'expect').some((value) => value.toLowerCase() !== '100-continue')) {
    throw new ApiError('expectation_failed', 'The Expect header can only be 100-continue.');
  }
}
