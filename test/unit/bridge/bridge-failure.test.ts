import { describe, expect, it } from 'vitest';
import { toFailure } from '../../../electron/bridge/bridge-errors.ts';
import { refuseTooMany } from '../../../electron/exports/write-export.ts';
import { WRITERS } from '../../../electron/exports/writers/registry.ts';
import { PlatformError, type PlatformErrorCode } from '../../../electron/platform/platform-error.ts';
import { carryFailure, takeOutcome } from '../../../electron/workers/task-messages.ts';

describe('the failure of an export with too many rows', () => {
  it('says how many rows there are and how many the format can hold, also across threads', () => {
    const thrown = thrownBy(() => refuseTooMany(WRITERS.pdf, 6_000));
    const failure = structuredClone(carryFailure(thrown));
    const error = thrownBy(() => takeOutcome({ failure }));
    expect(toFailure(error)).toMatchObject({
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
    'names the platform that is %s, so that the user does not blame this program',
    (code) => {
      expect(toFailure(new PlatformError(code, 'Away.'))).toMatchObject({
        code: 'unreachable',
        platformProblem: 'unreachable',
      });
    },
  );

  it('does not name it if the platform answered', () => {
    expect(toFailure(new PlatformError('not_offered', 'No such thing.'))).not.toHaveProperty('platformProblem');
  });
});
