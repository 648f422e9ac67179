import type { SessionState } from '../../shared/contract/bridge.ts';
import type { KeptState, SessionKeeper } from '../session/session-keeper.ts';
import type { BridgeCalls } from './bridge-calls.ts';

type SessionCalls = Pick<BridgeCalls, 'readSession' | 'signIn' | 'signOut'>;

export function sessionCalls({ session }: { readonly session: SessionKeeper }): SessionCalls {
  return {
    readSession: async () => shownState(session.state()),
    signIn: async ({ remember, ...credentials }) => shownState(await session.signIn(credentials, remember)),
    async signOut() {
      await session.signOut();
      return shownState(session.state());
    },
  };
}

function shownState(state: KeptState): SessionState {
  if (state.kind === 'signed-in') return { kind: state.kind, me: state.me };
  return { kind: state.kind, remembersSignIn: state.remembersSignIn };
}
