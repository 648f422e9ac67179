import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../../electron/service/openapi/describe-api.ts';
import { addEndpoint, collectEndpoints } from '../../../../electron/service/routes/add-endpoint.ts';
import { listShops } from '../../../../shared/contract/shops.ts';

describe('collectEndpoints', () => {
  it('collects every endpoint that is added after it, once, so that it is documented automatically', () => {
    const app = Fastify();
    const endpoints = collectEndpoints(app);
    const tills = { ...listShops, path: '/api/tills' } as const;
    addEndpoint(app, listShops, () => ({ count: 0, total: 0, data: [] }));
    addEndpoint(app, tills, () => ({ count: 0, total: 0, data: [] }));
    app.get('/file', { config: { access: 'public' } }, async () => 'file');
    expect(endpoints).toEqual([listShops, tills]);
    const { paths } = describeApi(endpoints, 'http://127.0.0.1:4870');
    expect(Object.keys(paths)).toEqual(['/api/shops', '/api/tills']);
  });
});
