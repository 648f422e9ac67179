import type { RememberedSignIn } from '../../shared/contract/session-state.ts';
import type { KeptSignIn } from './kept-sign-in.ts';

/** What the window may know of a remembered sign-in. */
export function shownSignIn({ id, platform, account, email, name, password }: KeptSignIn): RememberedSignIn {
  return { id, platform, account, email, name, needsPassword: password === null };
}
