import type { SignInOutcome } from '../metrics/service-metrics.ts';
import { toApiError } from '../server/to-api-error.ts';
import type { SignIn } from './sign-in.ts';

/** Signs in as `signIn` does, and tells how it ended. */
export function observedSignIn(signIn: SignIn, observe: (outcome: SignInOutcome) => void): SignIn {
  return async (...asked) => {
    try {
      const signedIn = await signIn(...asked);
      observe('succeeded');
      return signedIn;
    } catch (error) {
      observe(outcomeOf(error));
      throw error;
    }
  };
}

function outcomeOf(error: unknown): SignInOutcome {
  const { code } = toApiError(error);
  if (code === 'unauthorized') return 'refused';
  return code === 'too_many_requests' ? 'throttled' : 'failed';
}
