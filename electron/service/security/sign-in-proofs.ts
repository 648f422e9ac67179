import type { WindowSignIn } from '../../../shared/contract/auth.ts';
import type { Clock } from '../../base/clock.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { hashSecret, isSameHash } from '../../base/secret-hash.ts';
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
import { type BearerDeps, identifyBearer, openUser } from './bearer.ts';
import { isRefusal } from './sign-in-throttle.ts';

/** Wrong passwords per proof; the last of them withdraws it. */
const MAX_FAILURES = 6;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A token or key stays a proof for this long after it ends. */
const STORED_AFTER_END_MS = 30 * DAY_MS;
/** Per user: somebody who signs in for every call must not fill the store. */
const MAX_PROOFS = 1_000;
/** For a key that does not expire. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** What a sign-in request presents besides the password. */
export interface PresentedProof {
  /** A token or API key, valid or not; `null` for none. */
  readonly bearer: string | null;
  /** The session of this program's own window, which no other program can claim to be. */
  readonly window: Pick<WindowSignIn, 'isTyped'> | null;
}

export const NO_PROOF: PresentedProof = { bearer: null, window: null };

/**
 * Lets users who were signed in before sign in whatever strangers do: the failures of strangers count in
 * `SignInThrottle` only. A proof is the window of this program, or a token or API key of the same user that is valid
 * or ended less than 30 days ago. Six wrong passwords withdraw it, so that a stolen one buys no further guesses.
 */
export interface SignInProofs {
  /** `null` if nothing that is presented is a proof for this sign-in. */
  find(names: SignInNames, shown: PresentedProof): Promise<FoundProof | null>;
  /**
   * Counts failures on the proof only. `null`, without calling `ask`, if it was withdrawn. One attempt per proof at a
   * time.
   */
  attempt<Result>(proof: NewProof, ask: () => Promise<Result>): Promise<Result | null>;
  /** A token is a proof from its issue on. So is the window that it is issued to, whatever failed there before. */
  createTokenProof(names: SignInNames, shown: PresentedProof, token: NewToken): NewTokenProof;
}

export interface FoundProof {
  readonly proof: NewProof;
  /**
   * The credential that the platform gave this user with the presented token or key. It is a proof there too. Absent if
   * there is none.
   */
  readonly upstreamCredential?: string;
}

interface SignInProofsOptions extends BearerDeps {
  readonly proofs: SignInProofsRepository;
  readonly apiKeys: Pick<ApiKeysRepository, 'find'>;
  readonly tokens: Pick<TokensRepository, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createSignInProofs({ proofs, apiKeys, tokens, clock, ...deps }: SignInProofsOptions): SignInProofs {
  const runInQueue = createKeyedQueue();

  async function findBearerProof(names: SignInNames, bearer: string | null): Promise<NewProof | null> {
    if (bearer === null) return null;
    if (isTokenForm(bearer)) return findTokenProof(names, bearer);
    return isApiKeyForm(bearer) ? findKeyProof(names, bearer) : null;
  }

  function createWindowProof(names: SignInNames): NewProof {
    return { ...getWindowProof(names), kept_until: clock.now() + STORED_AFTER_END_MS };
  }

  async function findTokenProof(names: SignInNames, token: string): Promise<NewProof | null> {
    const stored = await proofs.find(hashSecret(token));
    return stored && matchesSignIn(stored, names) ? stored : null;
  }

  async function findKeyProof(names: SignInNames, key: string): Promise<NewProof | null> {
    const stored = await apiKeys.find(hashSecret(key));
    if (!stored) return null;
    const caller = await identifyBearer(deps, key, stored).catch(ignorePlatformError);
    if (!caller) return null;
    const platform = await proofs.findPlatform(caller.accountId);
    const hash = hashSignIn({ account: caller.account, email: caller.email, platform });
    const storedUntil = stored.expires_at === null ? FOR_EVER : stored.expires_at + STORED_AFTER_END_MS;
    const proof = { proof_hash: hashUserKeys(hash), sign_in_hash: hash, kept_until: storedUntil };
    return matchesSignIn(proof, names) ? proof : null;
  }

  async function findUpstreamCredential(bearer: string | null): Promise<string | undefined> {
    if (bearer === null) return undefined;
    const stored = await (isTokenForm(bearer) ? tokens : apiKeys).find(hashSecret(bearer));
    return stored && openUser(bearer, stored)?.upstreamCredential;
  }

  async function isWithdrawn({ proof_hash: proofHash }: NewProof): Promise<boolean> {
    const stored = await proofs.find(proofHash);
    return stored !== undefined && stored.failures >= MAX_FAILURES;
  }

  return {
    async find(names, { bearer, window }) {
      const bearerProof = await findBearerProof(names, bearer);
      const proof = window === null ? bearerProof : createWindowProof(names);
      if (proof === null || proof.kept_until <= clock.now() || (await isWithdrawn(proof))) return null;
      const { proof_hash, sign_in_hash, kept_until } = proof;
      const found = { proof: { proof_hash, sign_in_hash, kept_until } };
      // A bearer of another platform or user is no proof: its credential is not sent there.
      const upstreamCredential = bearerProof === null ? undefined : await findUpstreamCredential(bearer);
      return { ...found, ...(upstreamCredential !== undefined && { upstreamCredential }) };
    },

    attempt: (proof, ask) =>
      runInQueue(proof.proof_hash, async () => {
        // Counted before the platform is asked, because another instance cannot be waited for.
        if (!(await proofs.count(proof, MAX_FAILURES))) return null;
        try {
          const result = await ask();
          await proofs.undoCount(proof.proof_hash);
          return result;
        } catch (error) {
          if (!isRefusal(error)) await proofs.undoCount(proof.proof_hash);
          throw error;
        }
      }),

    createTokenProof: (names, { window }, token) => ({
      proof: {
        proof_hash: token.token_hash,
        sign_in_hash: hashSignIn(names),
        kept_until: token.expires_at + STORED_AFTER_END_MS,
      },
      max: MAX_PROOFS,
      now: token.issued_at,
      // A remembered password does not show who sits there.
      renewed: window?.isTyped ? [getWindowProof(names).proof_hash, hashUserKeys(hashSignIn(names))] : [],
    }),
  };
}

function matchesSignIn({ sign_in_hash: signInHash }: NewProof, names: SignInNames): boolean {
  return isSameHash(signInHash, hashSignIn(names));
}

/** The window is one proof, whichever of its tokens it has: it also signs in without one. */
function getWindowProof(names: SignInNames): Omit<NewProof, 'kept_until'> {
  const signInHash = hashSignIn(names);
  return { proof_hash: hashSecret(`window ${signInHash}`), sign_in_hash: signInHash };
}

/** All keys of a user share one count: an open window can make any number of keys. */
function hashUserKeys(signInHash: string): string {
  return hashSecret(`keys ${signInHash}`);
}

/** If the platform cannot say whose a key is, the key is no proof, and the sign-in counts in the common throttle. */
function ignorePlatformError(error: unknown): null {
  if (error instanceof PlatformError) return null;
  throw error;
}
