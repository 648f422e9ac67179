import type { WindowSignIn } from '../../../shared/contract/auth.ts';
import type { Clock } from '../../base/clock.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { isSameHash, secretHash } from '../../base/secret-hash.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { ApiKeysRepository } from '../../store/accounts/api-keys-repository.ts';
import { hashSignIn, type SignInNames } from '../../store/accounts/sign-in-attempts-repository.ts';
import type {
  NewProof,
  NewTokenProof,
  SignInProofsRepository,
} from '../../store/accounts/sign-in-proofs-repository.ts';
import type { TokensRepository } from '../../store/accounts/tokens-repository.ts';
import { isTokenForm, type NewToken } from './access-tokens.ts';
import { isApiKeyForm } from './api-key-format.ts';
import { type BearerDeps, callerOfBearer, userOf } from './bearer.ts';
import { isRefusal } from './sign-in-throttle.ts';

/** Wrong passwords on one proof; the last of them withdraws it. */
const MOST_FAILURES = 6;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A token or key goes on to be a proof for so long after its end. */
const STORED_AFTER_END_MS = 30 * DAY_MS;
/** Of one user: what somebody issues who signs in for every call must not fill the store. */
const MOST_PROOFS = 1_000;
/** For a key without end. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** What a request to sign in shows besides the password. */
export interface PresentedProof {
  /** A token or API key, whether good or not; null for none. */
  readonly bearer: string | null;
  /** The session of this program's own window, which nobody else can claim to be. */
  readonly window: Pick<WindowSignIn, 'isTyped'> | null;
}

export const NO_PROOF: PresentedProof = { bearer: null, window: null };

/**
 * Sign-ins of those who were signed in before: wrong passwords of strangers, who count in `SignInThrottle`, never keep
 * them out. A proof is the window of this program, or a token or API key that was issued to the user who signs in and is
 * valid or ended less than 30 days ago. Six wrong passwords withdraw it, so that a stolen one buys no guesses.
 */
export interface SignInProofs {
  /** Null where nothing that is shown is a proof for this sign-in. */
  find(names: SignInNames, shown: PresentedProof): Promise<FoundProof | null>;
  /** Counts on the proof alone; null without asking where it was withdrawn. One attempt per proof at a time. */
  attempt<Result>(proof: NewProof, ask: () => Promise<Result>): Promise<Result | null>;
  /** A token is a proof from its issue on, and so is the window that it is issued to, whatever failed there before. */
  ofToken(names: SignInNames, shown: PresentedProof, token: NewToken): NewTokenProof;
}

export interface FoundProof {
  readonly proof: NewProof;
  /** What the platform gave this user with the token or key that is shown; there it is a proof too. Absent: nothing. */
  readonly upstreamCredential?: string;
}

interface SignInProofsOptions extends BearerDeps {
  readonly proofs: SignInProofsRepository;
  readonly apiKeys: Pick<ApiKeysRepository, 'find'>;
  readonly tokens: Pick<TokensRepository, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createSignInProofs({ proofs, apiKeys, tokens, clock, ...deps }: SignInProofsOptions): SignInProofs {
  const inQueue = createKeyedQueue();

  async function bearerProof(names: SignInNames, bearer: string | null): Promise<NewProof | null> {
    if (bearer === null) return null;
    if (isTokenForm(bearer)) return tokenProof(names, bearer);
    return isApiKeyForm(bearer) ? keyProof(names, bearer) : null;
  }

  function windowProof(names: SignInNames): NewProof {
    return { ...windowOf(names), kept_until: clock.now() + STORED_AFTER_END_MS };
  }

  async function tokenProof(names: SignInNames, token: string): Promise<NewProof | null> {
    const stored = await proofs.find(secretHash(token));
    return stored && isOfSignIn(stored, names) ? stored : null;
  }

  async function keyProof(names: SignInNames, key: string): Promise<NewProof | null> {
    const stored = await apiKeys.find(secretHash(key));
    if (!stored) return null;
    const caller = await callerOfBearer(deps, key, stored).catch(nobodyKnown);
    if (!caller) return null;
    const platform = await proofs.findPlatform(caller.accountId);
    const hash = hashSignIn({ account: caller.account, email: caller.email, platform });
    const storedUntil = stored.expires_at === null ? FOR_EVER : stored.expires_at + STORED_AFTER_END_MS;
    const proof = { proof_hash: keysOf(hash), sign_in_hash: hash, kept_until: storedUntil };
    return isOfSignIn(proof, names) ? proof : null;
  }

  async function upstreamCredentialOf(bearer: string | null): Promise<string | undefined> {
    if (bearer === null) return undefined;
    const stored = await (isTokenForm(bearer) ? tokens : apiKeys).find(secretHash(bearer));
    return stored && userOf(bearer, stored)?.upstreamCredential;
  }

  async function isWithdrawn({ proof_hash: proofHash }: NewProof): Promise<boolean> {
    const stored = await proofs.find(proofHash);
    return stored !== undefined && stored.failures >= MOST_FAILURES;
  }

  return {
    async find(names, { bearer, window }) {
      const ofBearer = await bearerProof(names, bearer);
      const proof = window === null ? ofBearer : windowProof(names);
      if (proof === null || proof.kept_until <= clock.now() || (await isWithdrawn(proof))) return null;
      const { proof_hash, sign_in_hash, kept_until } = proof;
      const found = { proof: { proof_hash, sign_in_hash, kept_until } };
      // A bearer of another platform, or of another user, is no proof: its credential is not shown there.
      const upstreamCredential = ofBearer === null ? undefined : await upstreamCredentialOf(bearer);
      return { ...found, ...(upstreamCredential !== undefined && { upstreamCredential }) };
    },

    attempt: (proof, ask) =>
      inQueue(proof.proof_hash, async () => {
        // Before the platform is asked, for another instance cannot be waited for.
        if (!(await proofs.count(proof, MOST_FAILURES))) return null;
        try {
          const result = await ask();
          await proofs.undoCount(proof.proof_hash);
          return result;
        } catch (error) {
          if (!isRefusal(error)) await proofs.undoCount(proof.proof_hash);
          throw error;
        }
      }),

    ofToken: (names, { window }, token) => ({
      proof: {
        proof_hash: token.token_hash,
        sign_in_hash: hashSignIn(names),
        kept_until: token.expires_at + STORED_AFTER_END_MS,
      },
      max: MOST_PROOFS,
      now: token.issued_at,
      // A password that is remembered says nothing of who sits there.
      renewed: window?.isTyped ? [windowOf(names).proof_hash, keysOf(hashSignIn(names))] : [],
    }),
  };
}

function isOfSignIn({ sign_in_hash: signInHash }: NewProof, names: SignInNames): boolean {
  return isSameHash(signInHash, hashSignIn(names));
}

/** The window is one, whichever of its tokens it has: it signs in also where it has none yet, or no more. */
function windowOf(names: SignInNames): Omit<NewProof, 'kept_until'> {
  const signInHash = hashSignIn(names);
  return { proof_hash: secretHash(`window ${signInHash}`), sign_in_hash: signInHash };
}

/** All keys of a user count together: at an open window one can make as many keys as one likes. */
function keysOf(signInHash: string): string {
  return secretHash(`keys ${signInHash}`);
}

/** A platform that cannot say whose a key is leaves it without proof, and the sign-in to the common throttle. */
function nobodyKnown(error: unknown): null {
  if (error instanceof PlatformError) return null;
  throw error;
}
