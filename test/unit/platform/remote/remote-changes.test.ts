import { describe, expect, it } from 'vitest';
import { CREDENTIALS, failed, remoteBefore } from './scripted-deployment.ts';

const PATH = '/api/orders/delta';
const END = { count: 0, total: 0, data: [], next_cursor: 'v1.end', has_more: false };

async function feed(tell: (query: URLSearchParams) => { status?: number; body: unknown }) {
  const remote = await remoteBefore(({ path, query }) => (path === PATH ? tell(query) : undefined));
  const caller = await remote.platform.signIn(CREDENTIALS);
  const queries = () => remote.asked.filter(({ path }) => path === PATH).map(({ query }) => `${query}`);
  return { ...remote, caller, queries };
}

describe('changes of another deployment', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-5, '1970-01-01T00:00:00.000Z'],
    [1_790_852_400_123, '2026-10-01T11:00:00.123Z'],
    [8_640_000_000_000_000, '9999-12-31T23:59:59.000Z'],
    [Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59.000Z'],
  ])('since %i are requested in RFC 3339', async (since, text) => {
    const { platform, caller, asked } = await feed(() => ({ body: END }));

    await platform.readChanges(caller, 'orders', { after: { since }, limit: 10 });

    expect(asked.at(-1)?.query.get('since')).toBe(text);
  });

  it('continue with the cursor of the other deployment, unchanged', async () => {
    const { platform, caller, queries } = await feed(() => ({ body: END }));
    const { next } = await platform.readChanges(caller, 'orders', { after: { since: 0 }, limit: 10 });

    await platform.readChanges(caller, 'orders', { after: { position: next }, limit: 10 });

    expect(queries().at(-1)).toBe('cursor=v1.end&limit=10');
  });

  it('have lost their position if it refuses the cursor', async () => {
    const { platform, caller } = await feed(() => failed(400, 'cursor cannot be used (any more).'));

    const reading = platform.readChanges(caller, 'orders', { after: { position: 'v1.old' }, limit: 10 });

    await expect(reading).rejects.toMatchObject({ code: 'position_lost' });
  });

  it('pass on any other refusal', async () => {
    const { platform, caller } = await feed(() => failed(400, 'since lies in the future.'));

    const reading = platform.readChanges(caller, 'orders', { after: { since: 0 }, limit: 10 });

    await expect(reading).rejects.toMatchObject({ code: 'query_refused' });
  });

  it.each(['', ' ', 'a b', 'a\r\nb', 'é', 'A'.repeat(341)])('do not accept the position %j', async (position) => {
    const { platform, caller, queries } = await feed(() => ({ body: END }));

    const reading = platform.readChanges(caller, 'orders', { after: { position }, limit: 10 });

    await expect(reading).rejects.toMatchObject({ code: 'position_lost' });
    expect(queries()).toEqual([]);
  });
});
