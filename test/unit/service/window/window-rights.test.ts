import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import * as contract from '../../../../shared/contract/window.ts';
import { windowDouble } from './window-double.ts';

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).filter(
  (declared): declared is Endpoint & typeof declared => typeof declared === 'object' && 'path' in declared,
);

const MANAGER_CALLS = [
  [contract.changeCompany, { accounts: {}, details: {} }],
  [contract.changeLiveTill, { isSelling: true, perMinute: 20 }],
] as const;

describe('what only the window may call', () => {
  it.each(ENDPOINTS)('is refused if nobody is signed in: $method $path', async (endpoint) => {
    expect((await windowDouble().call(endpoint, { id: 5, isSignedIn: false })).status).toBe(401);
  });

  it.each(MANAGER_CALLS)(
    'is refused to staff and to a manager of one location: $method $path',
    async (endpoint, body) => {
      for (const caller of [{ roles: ['staff' as const] }, { lockedLocation: { id: 3, title: 'Utrecht' } }]) {
        expect((await windowDouble({ caller }).call(endpoint, { body })).status).toBe(403);
      }
    },
  );

  it('has a separate path, below that of the window', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(15);
    for (const { path } of ENDPOINTS) expect(path).toMatch(/^\/api\/window\//);
  });
});
