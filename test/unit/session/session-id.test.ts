import { describe, expect, it } from 'vitest';
import { CREDENTIALS, errorAnswer } from './service-double.ts';
import { storedSession } from './stored-session.ts';

type Kept = Awaited<ReturnType<typeof storedSession>>;

function idOf({ keeper }: Kept): string {
  const state = keeper.state();
  return state.kind === 'signed-in' ? state.sessionId : 'nobody';
}

describe('the id of a session', () => {
  it('stays as long as the session, and is another one when the same user signs in again', async () => {
    const kept = await storedSession();
    const first = idOf(kept);
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(idOf(kept)).toBe(first);
    await kept.keeper.signIn(CREDENTIALS, false);
    expect(idOf(kept)).not.toBe(first);
  });

  it('stays when another sign-in fails', async () => {
    const kept = await storedSession();
    const first = idOf(kept);
    kept.service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));
    await expect(kept.keeper.signIn(CREDENTIALS, false)).rejects.toThrow('Wrong credentials.');
    expect(idOf(kept)).toBe(first);
  });
});
