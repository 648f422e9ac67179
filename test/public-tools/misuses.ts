import { createTilldesk } from '../../clients/typescript/client.ts';

/**
 * What the generated types must reject. A line that names an error code must fail with it, and no other line may fail:
 * the test compares this file with the output of the compiler.
 */
const { api, rows } = createTilldesk({ baseUrl: 'http://127.0.0.1:4870', auth: { apiKey: 'tdk_any' } });

await api.GET('/api/product'); // TS2554
await api.POST('/api/products'); // TS2554
await api.GET('/api/product-prices', { params: {} }); // TS2741
await api.GET('/api/products', { params: { query: { limit: 'all' } } }); // TS2322
await api.GET('/api/products', { params: { query: { colour: 'red' } } }); // TS2353
await api.GET('/api/orders', { params: { query: { from: '2026-01-01', status: ['paid'] } } }); // TS2322
await api.GET('/api/orders/{id}', { params: { path: { id: 'first' } } }); // TS2322
await api.POST('/api/auth/login', { body: { account: 'demo', email: 'owner@demo.example' } }); // TS2322

const { data } = await api.GET('/api/products');
export const name = data?.data[0]?.name; // TS2339
export const sku: number | undefined = data?.data[0]?.sku; // TS2322
export const title: string | undefined = data?.data[0]?.title;

rows('/api/financial-report', {}); // TS2345
rows('/api/products', { start: 5 }); // TS2353
rows('/api/orders', { limit: 5 }); // TS2345
