import type { SessionState } from '../../shared/contract/bridge.ts';
import type { Caller } from '../base/caller.ts';
import type { Log } from '../base/log.ts';
import type { BridgeCalls } from './call-rights.ts';
import { platformAddressOf } from './settings-calls.ts';
import { type SignedInCallerDeps, sessionIdOf } from './signed-in-caller.ts';

type SessionCalls = Pick<BridgeCalls, 'readSession' | 'signIn' | 'switchSignIn' | 'forgetSignIn' | 'signOut'>;

export interface SessionCallsDeps extends SignedInCallerDeps {
  readonly log: Log;
  /** Told who is signed in once that may be somebody else, or nobody any more. */
  readonly onSignedIn: (user: Caller | null) => void;
}

export function sessionCalls({ session, log, callerOf, onSignedIn }: SessionCallsDeps): SessionCalls {
  /** Where nobody can say who that is, nothing goes on as anybody. */
  async function tell(): Promise<SessionState> {
    const told = sessionIdOf(session);
    const token = told === null ? null : session.token();
    const user = token === null ? null : await callerOf(token).catch(toNobody);
    // Who came after tells of themselves; their work would end by what is known of the one before.
    if (sessionIdOf(session) === told) onSignedIn(user);
    return session.state();
  }

  function toNobody(error: unknown): null {
    log.error({ error: String(error) }, 'who has signed in could not be read: work under way ends');
    return null;
  }

  return {
    readSession: async () => session.state(),
    async signIn({ remember, platform: typed, ...credentials }) {
      const platform = typed === null ? null : platformAddressOf(typed);
      await session.signIn({ ...credentials, platform }, remember);
      return tell();
    },
    async switchSignIn({ id }) {
      await session.switchTo(id);
      return tell();
    },
    forgetSignIn: ({ id }) => session.forget(id),
    async signOut() {
      try {
        await session.signOut();
      } finally {
        await tell();
      }
      return session.state();
    },
  };
}
