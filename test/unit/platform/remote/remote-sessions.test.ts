import { describe, expect, it } from 'vitest';
import { CREDENTIALS, failed, issued, remoteBefore, type Told } from './scripted-deployment.ts';

const SHOPS = { count: 0, total: 0, data: [] };
const MINUTE_MS = 60_000;

/** A deployment that accepts only the tokens in `live`. */
function taking(live: Set<string>) {
  return remoteBefore(({ path, bearer }): Told | undefined => {
    if (path.startsWith('/api/auth/')) return undefined;
    if (!live.has(bearer)) return failed(401);
    return path === '/api/shops' ? { body: SHOPS } : undefined;
  });
}

describe('another user of this computer, who listens on the port of a deployment over plain HTTP', () => {
  it('does not get the password with a 401, which ends the session', async () => {
    let isTaken = false;
    const remote = await remoteBefore(() => (isTaken ? failed(401) : undefined), {}, 'http');
    const caller = await remote.platform.signIn(CREDENTIALS);
    isTaken = true;

    await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject({
      code: 'session_ended',
      isPasswordRefused: false,
    });
    expect(remote.pathsAsked().filter((path) => path.startsWith('/api/auth/'))).toEqual(['/api/auth/login']);
  });

  it('does not get it with a refresh', async () => {
    const remote = await remoteBefore(() => undefined, {}, 'http');
    const proven = await remoteBefore(() => undefined);
    for (const { platform } of [remote, proven]) await platform.signIn(CREDENTIALS);

    for (const { clock } of [remote, proven]) clock.advance(25 * MINUTE_MS);

    // By then that of the other session would have arrived as well.
    await expect.poll(proven.pathsAsked).toContain('/api/auth/refresh');
    expect(remote.pathsAsked().filter((path) => path.startsWith('/api/auth/'))).toEqual(['/api/auth/login']);
  });
});

describe('a session at another deployment', () => {
  it('continues with a refresh that returns only the token, with the usual lifetime', async () => {
    const remote = await remoteBefore(({ path, bearer }) => {
      if (path === '/api/auth/refresh') return { body: { token: 'fresh' } };
      return path === '/api/shops' && bearer === 'fresh' ? { body: SHOPS } : undefined;
    });
    const caller = await remote.platform.signIn(CREDENTIALS);
    remote.clock.advance(25 * MINUTE_MS);
    const readShops = () => remote.platform.listReference(caller, 'shops');
    await expect.poll(() => readShops().catch(() => null)).toEqual([]);

    remote.clock.advance(24 * MINUTE_MS);
    expect(await readShops()).toEqual([]);
    expect(remote.logins()).toBe(1);
  });

  it('logs in once for any number of calls that get a 401, and repeats each', async () => {
    const live = new Set(['token-1']);
    const { platform, logins, asked } = await taking(live);
    const caller = await platform.signIn(CREDENTIALS);
    live.delete('token-1');
    live.add('token-2');

    const answers = await Promise.all(Array.from({ length: 12 }, () => platform.listReference(caller, 'shops')));

    expect(answers).toHaveLength(12);
    expect(logins()).toBe(2);
    expect(asked.filter(({ path, bearer }) => path === '/api/shops' && bearer === 'token-2')).toHaveLength(12);
    expect(caller.upstreamCredential).toBe('token-1');
  });

  it('ends if the password no longer works, and does not send it again', async () => {
    const live = new Set(['token-1']);
    let isChanged = false;
    const remote = await remoteBefore(({ path, bearer }) => {
      if (isChanged && path.startsWith('/api/auth/')) return failed(401);
      return path === '/api/shops' && !live.has(bearer) ? failed(401) : undefined;
    });
    const caller = await remote.platform.signIn(CREDENTIALS);
    live.clear();
    isChanged = true;

    for (let tries = 0; tries < 3; tries += 1) {
      await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject({ code: 'session_ended' });
    }

    expect(remote.pathsAsked().filter((path) => path.startsWith('/api/auth/'))).toHaveLength(2);
  });

  it('tells identify and other calls that the password no longer works, without asking again', async () => {
    let isOff = false;
    const remote = await remoteBefore(() => (isOff ? failed(401) : undefined));
    const caller = await remote.platform.signIn(CREDENTIALS);
    isOff = true;

    const ended = { code: 'session_ended', isPasswordRefused: true };
    await expect(remote.platform.identify(caller)).rejects.toMatchObject(ended);
    await expect(remote.platform.identify(caller)).rejects.toMatchObject(ended);
    await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject(ended);
    expect(remote.pathsAsked().filter((path) => path.startsWith('/api/auth/'))).toHaveLength(2);
  });

  it('refreshes five minutes before the token ends', async () => {
    const remote = await remoteBefore(() => undefined);
    await remote.platform.signIn(CREDENTIALS);

    remote.clock.advance(25 * MINUTE_MS);

    await expect.poll(remote.pathsAsked).toContain('/api/auth/refresh');
  });

  it('that is idle forgets its credentials after the lifetime of a token', async () => {
    const live = new Set(['token-1', 'token-2']);
    const remote = await taking(live);
    const caller = await remote.platform.signIn(CREDENTIALS);
    remote.clock.advance(30 * MINUTE_MS);
    live.clear();
    const before = remote.logins();

    await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject({ code: 'session_ended' });
    expect(remote.logins()).toBe(before);
  });

  it('of an earlier run continues with its token, and ends with it', async () => {
    const live = new Set(['token-1']);
    const remote = await taking(live);
    const caller = await remote.platform.signIn(CREDENTIALS);
    const next = remote.open();

    expect(await next.identify(caller)).toEqual(caller);
    live.clear();

    await expect(next.listReference(caller, 'shops')).rejects.toMatchObject({ code: 'session_ended' });
    expect(remote.logins()).toBe(1);
  });

  it('makes room for newer ones if there are too many', async () => {
    const live = new Set<string>();
    const remote = await remoteBefore(
      ({ path, bearer }) => (path === '/api/shops' && !live.has(bearer) ? failed(401) : undefined),
      { maxSessions: 2 },
    );
    const first = await remote.platform.signIn(CREDENTIALS);
    await remote.platform.signIn(CREDENTIALS);
    await remote.platform.signIn(CREDENTIALS);

    await expect(remote.platform.listReference(first, 'shops')).rejects.toMatchObject({ code: 'session_ended' });
    expect(remote.logins()).toBe(3);
  });

  it('passes on that it is throttled there during its second login', async () => {
    let isBusy = false;
    const remote = await remoteBefore(({ path }) => {
      if (isBusy && path.startsWith('/api/auth/')) return { ...failed(429), headers: { 'retry-after': '7' } };
      return isBusy ? failed(401) : undefined;
    });
    const caller = await remote.platform.signIn(CREDENTIALS);
    isBusy = true;

    await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject({
      ...{ code: 'busy', retryAfterMs: 7_000 },
    });
  });

  it.each([
    [400, 'invalid_answer'],
    [403, 'forbidden'],
    [404, 'not_offered'],
    [500, 'unavailable'],
  ])(
    'treats a %i during its second login as a login problem, not as the response to the call',
    async (status, code) => {
      let isOver = false;
      const remote = await remoteBefore(({ path }) => {
        if (isOver && path.startsWith('/api/auth/')) return failed(status, 'Log in at http://elsewhere.example.');
        return isOver ? failed(401) : undefined;
      });
      const caller = await remote.platform.signIn(CREDENTIALS);
      isOver = true;

      const problem = await remote.platform.findProduct(caller, 1).catch((error: unknown) => error);

      expect(problem).toMatchObject({ code });
      expect(String(problem)).not.toContain('elsewhere');
    },
  );

  it('never writes the password or a token to the log', async () => {
    const remote = await remoteBefore(({ path }) =>
      path === '/api/shops' ? failed(500, `${CREDENTIALS.password} token-1`) : undefined,
    );
    const caller = await remote.platform.signIn(CREDENTIALS);

    await expect(remote.platform.listReference(caller, 'shops')).rejects.toMatchObject({ code: 'unavailable' });
    expect(JSON.stringify(remote.records)).not.toContain('token-1');
  });

  it.each(['a\r\nb', '', ' ', 'é', 'x'.repeat(9_000)])(
    'is not begun with the token %j, which is never sent',
    async (token) => {
      const remote = await remoteBefore(({ path }) => (path === '/api/auth/login' ? issued(token) : undefined));

      await expect(remote.platform.signIn(CREDENTIALS)).rejects.toMatchObject({ code: 'invalid_answer' });
      expect(remote.pathsAsked()).toEqual(['/api/auth/login']);
    },
  );
});
