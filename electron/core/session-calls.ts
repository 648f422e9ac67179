import type { Me } from '../../shared/contract/auth.ts';
import type { SessionState } from '../../shared/contract/bridge.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import type { BridgeCalls } from './bridge-calls.ts';

type SessionCalls = Pick<BridgeCalls, 'readSession' | 'signIn' | 'signOut'>;

export interface SessionCallsDeps {
  readonly session: SessionKeeper;
  /** Told who is signed in once that may be somebody else, or nobody any more. */
  readonly onSignedIn: (user: Me | null) => void;
}

export function sessionCalls({ session, onSignedIn }: SessionCallsDeps): SessionCalls {
  function tell(state: SessionState): SessionState {
    onSignedIn(state.kind === 'signed-in' ? state.me : null);
    return state;
  }

  return {
    readSession: async () => session.state(),
    signIn: async ({ remember, ...credentials }) => tell(await session.signIn(credentials, remember)),
    async signOut() {
      try {
        await session.signOut();
      } finally {
        tell(session.state());
      }
      return session.state();
    },
  };
}
