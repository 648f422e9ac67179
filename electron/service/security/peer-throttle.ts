import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { SignInPeersRepository } from '../../store/accounts/sign-in-attempts-repository.ts';
import { ApiError } from '../server/api-error.ts';

/** Attempts of one peer in a minute that did not succeed, or have not yet. */
const MOST_ATTEMPTS = 30;
const WINDOW_S = 60;
const PURPOSE = 'tilldesk sign-in peer';

export interface PeerThrottle {
  /**
   * Runs an attempt to sign in, or throws `too_many_requests` where `peer` has made too many in this minute. It counts
   * from its beginning, so that a flood is none the less for being at once; a success is taken off again.
   */
  attempt<Result>(peer: string, signIn: () => Promise<Result>): Promise<Result>;
}

/** For a service that only programs of its own computer reach. */
export const NO_PEER_THROTTLE: PeerThrottle = { attempt: (_peer, signIn) => signIn() };

interface PeerThrottleOptions {
  readonly peers: SignInPeersRepository;
  /** Shared by all services of the store: where somebody signs in from is not kept as it is. */
  readonly secretKey: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPeerThrottle({ peers, secretKey, clock }: PeerThrottleOptions): PeerThrottle {
  const hashOf = (peer: string) =>
    createHmac('sha256', secretKey).update(`${PURPOSE}\0${peer}`).digest('hex');

  return {
    async attempt(peer, signIn) {
      const peerHash = hashOf(peer);
      const now = clock.now();
      const windowStart = now - (now % (WINDOW_S * 1000));
      const attempts = await peers.add(peerHash, windowStart);
      if (attempts === 1) await peers.removeBefore(windowStart);
      if (attempts > MOST_ATTEMPTS) throw tooManyOfPeer(windowStart + WINDOW_S * 1000 - now);
      const result = await signIn();
      await peers.takeOff(peerHash, windowStart);
      return result;
    },
  };
}

/** The fields are those of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. */
function tooManyOfPeer(leftMs: number): ApiError {
  const waitS = Math.max(1, Math.ceil(leftMs / 1000));
  const unit = waitS === 1 ? 'second' : 'seconds';
  const message = `Too many sign-ins from this address. Try again in ${waitS} ${unit}.`;
  return new ApiError('too_many_requests', message, {
    headers: {
      'retry-after': String(waitS),
      'ratelimit-policy': `"sign-in-peer";q=${MOST_ATTEMPTS};w=${WINDOW_S}`,
      ratelimit: `"sign-in-peer";r=0;t=${waitS}`,
    },
  });
}
