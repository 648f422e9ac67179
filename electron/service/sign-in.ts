import type { FastifyBaseLogger } from 'fastify';
import type { Credentials, IssuedToken } from '../../shared/contract/auth.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ApiError } from './api-error.ts';
import type { SignInAdmission } from './sign-in-admission.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/**
 * Checks credentials and issues a token; what login and refresh both do. Of a request that `isAbandoned` when its
 * turn comes the platform is not asked, and nothing is counted.
 */
export type SignIn = (
  credentials: Credentials,
  isAbandoned: () => boolean,
) => Promise<{ readonly issued: IssuedToken; readonly caller: Caller }>;

interface SignInParts {
  readonly platform: Pick<Platform, 'signIn'>;
  readonly admit: SignInAdmission;
  readonly throttle: SignInThrottle;
  readonly accessTokens: Pick<AccessTokens, 'issue'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignIn({ platform, admit, throttle, accessTokens, log }: SignInParts): SignIn {
  return async (credentials, isAbandoned) => {
    const ask = async () => {
      // Nobody reads this answer.
      if (isAbandoned()) throw new ApiError('bad_request', 'The client left before its turn.');
      return platform.signIn(credentials);
    };
    const caller = await admit((askInTurn) => throttle.attempt(credentials, () => askInTurn(ask)));
    const issued = await accessTokens.issue(caller);
    log.info({ account: caller.account, userId: caller.userId }, 'signed in');
    return { issued, caller };
  };
}
