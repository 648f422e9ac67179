import { describe, expect, it } from 'vitest';
import { getOutcome } from '../../../../renderer/features/local-api/requests-table.tsx';

describe('getOutcome', () => {
  it.each([
    [200, 'done'],
    [304, 'done'],
    [400, 'invalid'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'notFound'],
    [405, 'invalid'],
    [422, 'invalid'],
    [429, 'refused'],
    [499, 'invalid'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('calls %d %s', (status, outcome) => {
    expect(getOutcome(status)).toBe(outcome);
  });
});
