import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { carryFailure, takeOutcome } from '../../../electron/workers/task-messages.ts';

describe('an error between threads', () => {
  it.each([
    new PlatformError('busy', 'Later.', { retryAfterMs: 5, cause: new Error('429') }),
    new PlatformError('timeout', 'No answer.'),
    new ExportError('too_many_rows', 'Too many.', { excess: { rows: 2, maxRows: 1 } }),
    new ExportError('cancelled', 'The export was cancelled.'),
  ])('is not changed: %s', (thrown) => {
    const failure = structuredClone(carryFailure(thrown));
    expect(failure.thrown).not.toBeInstanceOf(thrown.constructor);

    const take = () => takeOutcome({ failure });

    expect(take).toThrow(thrown.constructor as typeof PlatformError);
    expect(take).toThrow(expect.objectContaining({ ...thrown, message: thrown.message }));
  });
});
