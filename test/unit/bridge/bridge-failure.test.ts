import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../electron/bridge/bridge-errors.ts';
import { refuseTooMany } from '../../../electron/exports/write-export.ts';
import { WRITERS } from '../../../electron/exports/writers/registry.ts';
import { PlatformError, type PlatformErrorCode } from '../../../electron/platform/platform-error.ts';
import { carryFailure, takeOutcome } from '../../../electron/workers/task-messages.ts';

describe('the failure of an export with too many rows', () => {
  it('says how many there are and how many the format holds, also when it comes from a thread', () => {
    const thrown = thrownBy(() => refuseTooMany(WRITERS.pdf, 6_000));
    const failure = structuredClone(carryFailure(thrown));
    const error = thrownBy(() => takeOutcome({ failure }));
    expect(failureOf(error)).toMatchObject({
      reason: 'too-many-rows',
      excess: { rows: 6_000, maxRows: WRITERS.pdf.maxRows },
    });
  });
});

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the failure of a platform', () => {
  it.each<PlatformErrorCode>(['unavailable', 'timeout', 'busy'])(
    'names the platform where it is %s, so that nobody takes it for this program',
    (code) => {
      expect(failureOf(new PlatformError(code, 'Away.'))).toMatchObject({
        code: 'unreachable',
        platformProblem: 'unreachable',
      });
    },
  );

  it('says nothing of that where it answered', () => {
    expect(failureOf(new PlatformError('not_offered', 'No such thing.'))).not.toHaveProperty('platformProblem');
  });
});
