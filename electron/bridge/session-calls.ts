import type { SessionState } from '../../shared/contract/bridge.ts';
import type { Caller } from '../base/caller.ts';
import type { Log } from '../base/log.ts';
import type { BridgeCalls } from './call-rights.ts';
import { requirePlatformAddress } from './settings-calls.ts';
import { getSessionId, type SignedInCallerDeps } from './signed-in-caller.ts';

export interface SessionCallsDeps extends SignedInCallerDeps {
  readonly log: Log;
  /** Called with the signed-in user when that may be another one; `null` for none. */
  readonly onSignedIn: (user: Caller | null) => void;
}

export function createSessionCalls({ session, log, resolveCaller, onSignedIn }: SessionCallsDeps) {
  /** A user who cannot be read counts as none: work in progress ends. */
  async function notify(): Promise<SessionState> {
    const sessionId = getSessionId(session);
    const token = sessionId === null ? null : session.token();
    const reading = token === null ? null : resolveCaller(token);
    const user = await reading?.catch((error: unknown) => {
      log.error({ error: String(error) }, 'the signed-in user could not be read: work in progress ends');
    });
    // A later sign-in has its own notification; this one would end the work of the wrong user.
    if (getSessionId(session) === sessionId) onSignedIn(user ?? null);
    return session.state();
  }

  return {
    readSession: async () => session.state(),
    async signIn({ remember, platform: typed, ...credentials }) {
      const platform = typed === null ? null : requirePlatformAddress(typed);
      await session.signIn({ ...credentials, platform }, remember);
      return notify();
    },
    async switchSignIn({ id }) {
      await session.switchTo(id);
      return notify();
    },
    forgetSignIn: ({ id }) => session.forget(id),
    async signOut() {
      try {
        await session.signOut();
      } finally {
        await notify();
      }
      return session.state();
    },
  } satisfies Partial<BridgeCalls>;
}
