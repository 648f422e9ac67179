import type { FastifyBaseLogger } from 'fastify';
import { type IssuedToken, PLATFORM_HEADER, type WindowSignIn } from '../../../shared/contract/auth.ts';
import type { Caller, SignInRequest } from '../../base/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashFoldedSignIn } from '../../store/accounts/sign-in-attempts-repository.ts';
import type { SignInOutcome } from '../metrics/service-metrics.ts';
import { ApiError } from '../server/api-error.ts';
import { toApiError } from '../server/error-handler.ts';
import type { AccessTokens } from './access-tokens.ts';
import { getPeerNetwork } from './exposure.ts';
import type { SignInAdmission } from './sign-in-admission.ts';
import { NO_PROOF, type PresentedProof, type SignInProofs } from './sign-in-proofs.ts';
import type { PeerThrottle, SignInThrottle } from './sign-in-throttle.ts';

/**
 * Checks credentials and issues a token, for login and refresh. A request that `isAbandoned` when its turn comes is not
 * counted. A request with a proof of an earlier sign-in waits and counts separately.
 */
export type SignIn = (
  request: SignInRequest,
  isAbandoned: () => boolean,
  peer: string,
  shown?: PresentedProof,
) => Promise<{ readonly issued: IssuedToken; readonly caller: Caller }>;

interface SignInDeps {
  readonly platform: Pick<Platform, 'signIn'>;
  readonly admit: SignInAdmission;
  /** For requests with a proof: strangers never fill this queue. */
  readonly admitProven: SignInAdmission;
  readonly proofs: SignInProofs;
  /** Base URL of the platform for sign-ins that name none; `null` for the built-in one. */
  readonly defaultPlatform: string | null;
  readonly peerThrottle: PeerThrottle;
  readonly throttle: SignInThrottle;
  readonly accessTokens: Pick<AccessTokens, 'issue'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { platform, proofs, peerThrottle, throttle, accessTokens, log } = deps;
  return async (request, isAbandoned, peer, shown = NO_PROOF) => {
    const { account, email, platform: named = deps.defaultPlatform } = request;
    const names = { account, email, platform: named };
    const who = { network: getPeerNetwork(peer), peer, signIn: hashFoldedSignIn(names) };
    // An open window can use a remembered password any number of times: that must not reset the count of guesses.
    const isRemembered = shown.window?.isTyped === false;
    const ask = async (signInRequest: SignInRequest, isProven: boolean) => {
      // Nobody reads this answer.
      if (isAbandoned()) throw new ApiError('bad_request', 'The client left while this call waited.');
      if (named === null) return platform.signIn(signInRequest);
      const whose = { platform: named, network: who.network, isProven };
      return peerThrottle.askPlatform(whose, () => platform.signIn(signInRequest));
    };
    const askProven = async () => {
      const found = await proofs.find(names, shown);
      if (found === null) return null;
      const { proof, ...upstream } = found;
      const signInRequest = { ...request, ...upstream };
      return deps.admitProven(who, (askQueued) =>
        proofs.attempt(proof, () => askQueued(() => ask(signInRequest, true))),
      );
    };
    const askAsStranger = () =>
      peerThrottle.attempt(peer, () =>
        deps.admit(who, (askQueued) =>
          throttle.attempt(names, () => askQueued(() => ask(request, false)), isRemembered),
        ),
      );
    const caller = (await askProven()) ?? (await askAsStranger());
    const issued = await accessTokens.issue(caller, (token) => proofs.createTokenProof(names, shown, token));
    log.info({ account: caller.account, userId: caller.userId }, 'signed in');
    return { issued, caller };
  };
}

/**
 * Reads the values of `PLATFORM_HEADER`. `null` if there are none: the sign-in goes to the default platform. Throws
 * `bad_request`.
 */
export type ReadWindowSignIn = (values: readonly string[]) => WindowSignIn | null;

/** For the service of the window, which no other program can call. */
export const readWindowSignIn: ReadWindowSignIn = ([value]) => (value === undefined ? null : JSON.parse(value));

/** For a service that listens. */
export const refuseWindowSignIn: ReadWindowSignIn = (values) => {
  if (values.length > 0)
    throw new ApiError('bad_request', `Leave out ${PLATFORM_HEADER}: only the window of Tilldesk may send it.`);
  return null;
};

export function observeSignIn(signIn: SignIn, observe: (outcome: SignInOutcome) => void): SignIn {
  return async (...args) => {
    try {
      const signedIn = await signIn(...args);
      observe('succeeded');
      return signedIn;
    } catch (error) {
      observe(getSignInOutcome(error));
      throw error;
    }
  };
}

function getSignInOutcome(error: unknown): SignInOutcome {
  const { code } = toApiError(error);
  if (code === 'unauthorized') return 'refused';
  return code === 'too_many_requests' ? 'throttled' : 'failed';
}
