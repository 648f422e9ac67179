import type { FastifyBaseLogger } from 'fastify';
import type { IssuedToken } from '../../shared/contract/auth.ts';
import type { Caller, Platform, SignInRequest } from '../platform/platform.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ApiError } from './api-error.ts';
import type { PeerThrottle } from './peer-throttle.ts';
import type { SignInAdmission } from './sign-in-admission.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/**
 * Checks credentials of `peer` and issues a token; what login and refresh both do. Of a request that `isAbandoned` when
 * its turn comes the platform is not asked, and nothing is counted.
 */
export type SignIn = (
  request: SignInRequest,
  isAbandoned: () => boolean,
  peer: string,
) => Promise<{ readonly issued: IssuedToken; readonly caller: Caller }>;

interface SignInParts {
  readonly platform: Pick<Platform, 'signIn'>;
  readonly admit: SignInAdmission;
  readonly peerThrottle: PeerThrottle;
  readonly throttle: SignInThrottle;
  readonly accessTokens: Pick<AccessTokens, 'issue'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignIn({
  platform,
  admit,
  peerThrottle,
  throttle,
  accessTokens,
  log,
}: SignInParts): SignIn {
  return async (request, isAbandoned, peer) => {
    const ask = async () => {
      // Nobody reads this answer.
      if (isAbandoned()) throw new ApiError('bad_request', 'The client left before its turn.');
      return platform.signIn(request);
    };
    const caller = await peerThrottle.attempt(peer, () =>
      admit(peer, (askInTurn) => throttle.attempt(request, () => askInTurn(ask))),
    );
    const issued = await accessTokens.issue(caller);
    log.info({ account: caller.account, userId: caller.userId }, 'signed in');
    return { issued, caller };
  };
}
