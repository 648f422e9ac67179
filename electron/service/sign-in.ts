import type { FastifyBaseLogger } from 'fastify';
import type { Credentials, IssuedToken } from '../../shared/contract/auth.ts';
import type { Platform } from '../platform/platform.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** Checks credentials and issues a token; what login and refresh both do. */
export type SignIn = (credentials: Credentials) => Promise<IssuedToken>;

interface SignInParts {
  readonly platform: Pick<Platform, 'signIn'>;
  readonly throttle: SignInThrottle;
  readonly accessTokens: Pick<AccessTokens, 'issue'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignIn({ platform, throttle, accessTokens, log }: SignInParts): SignIn {
  return async (credentials) => {
    const caller = await throttle.attempt(credentials, () => platform.signIn(credentials));
    const issued = await accessTokens.issue(caller);
    log.info({ account: caller.account, userId: caller.userId }, 'signed in');
    return issued;
  };
}
