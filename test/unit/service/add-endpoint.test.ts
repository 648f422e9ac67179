import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addEndpoint, requireAccessOfRoutes } from '../../../electron/service/add-endpoint.ts';
import { listShops } from '../../../shared/contract/shops.ts';

describe('a route', () => {
  it('that does not say who may call it stops the start', () => {
    const app = Fastify();
    requireAccessOfRoutes(app);
    expect(() => app.get('/api/secret', async () => 'open')).toThrow('does not say who may call it');
  });

  it('of an endpoint says what the contract says', () => {
    const app = Fastify();
    requireAccessOfRoutes(app);
    const handler = () => ({ count: 0, total: 0, data: [] });
    expect(() => addEndpoint(app, listShops, handler)).not.toThrow();
    const { access: _, ...withoutAccess } = listShops;
    const undeclared: unknown = { ...withoutAccess, path: '/api/undeclared' };
    expect(() => addEndpoint(app, undeclared as typeof listShops, handler)).toThrow('who may call it');
  });
});
