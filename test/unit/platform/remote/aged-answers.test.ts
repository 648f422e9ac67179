import { describe, expect, it } from 'vitest';
import { callWithAge } from '../../../support/copy-rig.ts';
import { CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

const AGE_S = 90;
const PAGE = { q: '', start: 0, limit: 5, count: 0, total: 0, data: [] };

/** A deployment that itself answers from a copy, as its `Cache-Status` says. */
async function answering(cacheStatus: string, age = String(AGE_S)) {
  const headers = { age, 'cache-status': cacheStatus };
  const remote = await remoteBefore(({ path }) => (path === '/api/products' ? { body: PAGE, headers } : undefined));
  const caller = await remote.platform.signIn(CREDENTIALS);
  return { ...remote, search: () => remote.platform.searchProducts(caller, { start: 0, limit: 5 }) };
}

describe('a response that was old when it arrived', () => {
  it('has its age here, and names the host that the deployment cannot reach', async () => {
    const { search, clock } = await answering('tilldesk; hit; detail="unreachable: till.example:8443"');

    const { age } = await callWithAge(search);

    expect(age).toEqual({ fetchedAt: clock.now() - AGE_S * 1_000, unreachable: 'till.example:8443' });
  });

  it('is refused if the caller cannot see how old it is', async () => {
    const { search } = await answering('tilldesk; hit; detail="unreachable: till.example"');

    await expect(search()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is accepted by every caller while all hosts can be reached', async () => {
    const { search } = await answering('tilldesk; hit');

    expect((await search()).total).toBe(0);
    expect((await callWithAge(search)).age?.unreachable).toBeNull();
  });

  it.each(['now', '-5', '1e9', '9'.repeat(40)])('is current if its age is %s', async (age) => {
    expect((await callWithAge((await answering('tilldesk; hit', age)).search)).age).toBeNull();
  });

  it.each(['<b>you</b>', 'call 0800-1234 now', 'a'.repeat(300)])('does not name a host that is %s', async (host) => {
    const { search } = await answering(`tilldesk; hit; detail="unreachable: ${host}"`);

    expect((await callWithAge(search)).age).toMatchObject({ unreachable: null });
  });
});
