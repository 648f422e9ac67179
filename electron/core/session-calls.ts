import type { SessionKeeper } from '../session/session-keeper.ts';
import type { BridgeCalls } from './bridge-calls.ts';

type SessionCalls = Pick<BridgeCalls, 'readSession' | 'signIn' | 'signOut'>;

export function sessionCalls({ session }: { readonly session: SessionKeeper }): SessionCalls {
  return {
    readSession: async () => session.state(),
    signIn: ({ remember, ...credentials }) => session.signIn(credentials, remember),
    async signOut() {
      await session.signOut();
      return session.state();
    },
  };
}
