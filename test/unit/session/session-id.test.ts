import { describe, expect, it } from 'vitest';
import { CREDENTIALS, errorAnswer } from './service-double.ts';
import { storedSession } from './stored-session.ts';

type Kept = Awaited<ReturnType<typeof storedSession>>;

function idOf({ keeper }: Kept): string {
  const state = keeper.state();
  return state.kind === 'signed-in' ? state.sessionId : 'nobody';
}

describe('the id of a session', () => {
  it('does not change during a session, and is different when the same user signs in again', async () => {
    const kept = await storedSession();
    const first = idOf(kept);
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(idOf(kept)).toBe(first);
    await kept.keeper.signIn(CREDENTIALS, false);
    expect(idOf(kept)).not.toBe(first);
  });

  it('does not change if another sign-in fails', async () => {
    const kept = await storedSession();
    const first = idOf(kept);
    kept.service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));
    await expect(kept.keeper.signIn(CREDENTIALS, false)).rejects.toThrow('Wrong credentials.');
    expect(idOf(kept)).toBe(first);
  });
});
