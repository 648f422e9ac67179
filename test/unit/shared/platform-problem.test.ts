import { describe, expect, it } from 'vitest';
import { UpstreamFailure, type UpstreamFailureReason } from '../../../electron/api-client/upstream-failure.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { toSignInError } from '../../../electron/platform/remote/remote-errors.ts';
import { toApiError } from '../../../electron/service/server/error-handler.ts';
import { createSignInError } from '../../../electron/session/sign-in.ts';
import { findPlatformProblem } from '../../../shared/platform-address.ts';
import { errorAnswer } from '../session/service-double.ts';

const TROUBLES = {
  insecure: 'insecure',
  unreachable: 'unreachable',
  untrusted: 'untrusted',
  timeout: 'unreachable',
  redirected: 'not-this-api',
  too_large: 'not-this-api',
  not_json: 'not-this-api',
  unexpected: 'not-this-api',
  resting: 'unreachable',
} as const satisfies Record<Exclude<UpstreamFailureReason, 'cancelled' | 'unproven'>, string>;

describe('the problem of a platform', () => {
  it.each(Object.entries(TROUBLES))('follows from the message of a failure: %s', (reason, problem) => {
    const { message } = new UpstreamFailure(reason as UpstreamFailureReason);

    expect(findPlatformProblem(message)).toBe(problem);
  });

  it.each([404, 405, 500, 502, 503, 204, 302, 418])(
    'follows from the status %i at sign-in, for every user',
    (status) => {
      const answer = { status, headers: new Headers(), body: new Uint8Array() };
      const said = toApiError(toSignInError(answer));

      expect(said.code).toBe('upstream_failed');
      expect(findPlatformProblem(said.message)).toBe(status >= 500 ? 'unreachable' : 'not-this-api');
    },
  );

  it.each([
    ['unavailable', 'unreachable'],
    ['timeout', 'unreachable'],
    ['invalid_answer', 'not-this-api'],
  ] as const)('follows from the error code if the failure has no reason: %s', (code, problem) => {
    const said = toApiError(new PlatformError(code, 'for the log'));

    expect(findPlatformProblem(said.message)).toBe(problem);
  });

  it('follows from nothing else', () => {
    expect(findPlatformProblem('Never heard of.')).toBeNull();
    expect(findPlatformProblem('toString')).toBeNull();
  });

  it('is read only from a 502', () => {
    const { message } = new UpstreamFailure('untrusted');

    expect(createSignInError(errorAnswer(502, message)).platformProblem).toBe('untrusted');
    expect(createSignInError(errorAnswer(500, message)).platformProblem).toBeNull();
  });
});
