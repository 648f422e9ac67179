import type { Credentials } from '../../shared/contract/auth.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from '../session/api-client.ts';
import { authenticate } from '../session/authentication.ts';
import { sendAuthorised } from '../session/authorised-call.ts';
import type { Clock } from '../session/clock.ts';
import type { Log } from '../session/log.ts';
import { SignInError } from '../session/sign-in-error.ts';
import { createTokenLifecycle, type TokenLifecycle } from '../session/token-lifecycle.ts';

/** Somebody at another deployment, signed in there when they first ask for something. */
export interface UpstreamSession extends ApiClient {
  /**
   * A 401 leads to one login and one repeat, however many calls meet it. Throws `SignInError`: `refused` without asking
   * again once these credentials were, until there are others.
   */
  send(call: ApiRequest): Promise<ApiAnswer>;
  replaceCredentials(credentials: Credentials): void;
  /** Stops renewing and forgets the credentials. */
  end(): void;
}

export interface UpstreamSessionDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly log: Log;
}

interface Attempt {
  readonly credentials: Credentials | null;
  isRefused: boolean;
  tokens: Promise<TokenLifecycle> | null;
}

const attemptWith = (credentials: Credentials | null): Attempt => ({
  credentials,
  isRefused: false,
  tokens: null,
});

export function createUpstreamSession(deps: UpstreamSessionDeps, credentials: Credentials): UpstreamSession {
  let present = attemptWith(credentials);

  function leave(next: Attempt): void {
    const { tokens } = present;
    present = next;
    // Who asked for the tokens was told why there are none.
    tokens?.then(
      (held) => void held.end(),
      () => undefined,
    );
  }

  async function signIn(attempt: Attempt): Promise<TokenLifecycle> {
    if (attempt.credentials === null || attempt.isRefused) throw refusal();
    const outcome = await authenticate(deps.client, 'login', attempt.credentials);
    if (outcome.kind === 'issued') {
      return createTokenLifecycle({ ...deps, discard }, attempt.credentials, outcome.issued);
    }
    attempt.isRefused = outcome.kind === 'refused';
    throw attempt.isRefused ? refusal() : unable(outcome.answer);
  }

  /** However many ask, one login is under way. */
  function tokensOf(attempt: Attempt): Promise<TokenLifecycle> {
    attempt.tokens ??= signIn(attempt).catch((error: unknown) => {
      attempt.tokens = null;
      throw error;
    });
    return attempt.tokens;
  }

  return {
    async send(call) {
      const attempt = present;
      const tokens = await tokensOf(attempt);
      return sendAuthorised(deps.client, tokens, call, async () => {
        attempt.isRefused = true;
        attempt.tokens = null;
        tokens.end();
      });
    },
    replaceCredentials: (next) => leave(attemptWith(next)),
    end: () => leave(attemptWith(null)),
  };
}

/** The API revokes no token over HTTP: it expires by itself. */
async function discard(): Promise<void> {}

function refusal(): SignInError {
  return new SignInError('refused', 'The service refused account, e-mail or password.');
}

function unable(answer: ApiAnswer): SignInError {
  return new SignInError('failed', 'The service could not sign in.', answer);
}
