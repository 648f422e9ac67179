import { describe, expect, it } from 'vitest';
import { changeUser, runForOneUser } from '../../../../renderer/lib/host/current-session.ts';

/** Whether a promise has settled after all pending microtasks. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resume) => setImmediate(resume));
  return settled;
}

describe('a call for one user', () => {
  it('is answered if no other user signs in', async () => {
    expect(await runForOneUser(async () => 7)).toBe(7);
    await expect(runForOneUser(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is held back while the user is being changed, and dropped once another has signed in', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const changing = changeUser(() => promise);
    const answer = runForOneUser(async () => 'of the next user');

    expect(await isSettled(answer)).toBe(false);
    resolve('changed');
    expect(await changing).toBe('changed');
    expect(await isSettled(answer)).toBe(false);
  });

  it('is also dropped if its answer arrives after the change', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const answer = runForOneUser(() => promise);
    await changeUser(async () => undefined);
    resolve('late');

    expect(await isSettled(answer)).toBe(false);
  });

  it('is answered if the change fails', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const changing = changeUser(() => promise);
    const answer = runForOneUser(async () => 7);
    reject(new Error('refused'));

    await expect(changing).rejects.toThrow('refused');
    expect(await answer).toBe(7);
  });
});
