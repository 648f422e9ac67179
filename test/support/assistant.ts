import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { readProductSales } from '../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import type { RunningService } from './running-service.ts';
import { ORDER, PRODUCT } from './shop-fixture.ts';

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** Every tool with arguments that match something in the fixture shop, and the API call with the same response. */
export const TOOL_CALLS: readonly [string, Record<string, unknown>, string | null][] = [
  ['search_products', { q: 'a', limit: 2 }, '/api/products?q=a&limit=2'],
  ['read_product', { id: PRODUCT.apple }, null],
  ['list_stock', { limit: 3 }, '/api/stock?limit=3'],
  [
    'list_orders',
    { ...OCTOBER, status: ['complete', 'cancelled'] },
    `/api/orders?from=2026-10-01&to=2026-10-31&status=complete,cancelled`,
  ],
  ['read_order', { id: ORDER.discountInCash }, `/api/orders/${ORDER.discountInCash}`],
  ['list_discounted_orders', OCTOBER, null],
  ['list_order_items', { ...OCTOBER, limit: 2 }, `${listOrderItems.path}?from=2026-10-01&to=2026-10-31&limit=2`],
  ['list_order_payments', { ...OCTOBER, limit: 2 }, `${listOrderPayments.path}?from=2026-10-01&to=2026-10-31&limit=2`],
  ['read_financial_report', OCTOBER, '/api/financial-report?from=2026-10-01&to=2026-10-31'],
  ['read_turnover_by_day', OCTOBER, `${readTurnoverByDay.path}?from=2026-10-01&to=2026-10-31`],
  ['read_product_sales', OCTOBER, `${readProductSales.path}?from=2026-10-01&to=2026-10-31`],
  ['read_day_closing', { date: '2026-10-05' }, `${readDayClosing.path}?date=2026-10-05`],
  ['explain_figure', { figure: 'revenue.total_turnover_wt', ...OCTOBER }, null],
  ['list_shops', {}, '/api/shops'],
  ['list_locations', {}, '/api/locations'],
  ['list_turnover_groups', {}, '/api/turnover-groups'],
  ['list_tax_rates', { country_iso2: 'NL' }, '/api/tax-rates?country_iso2=NL'],
  ['list_payment_methods', {}, '/api/payment-methods'],
  ['list_payment_providers', {}, '/api/payment-providers'],
];

/** Creates an API key of a user of the shop. */
export async function makeApiKey(
  { store, clock }: Pick<RunningService, 'clock'> & { readonly store: Pick<Store, 'db'> },
  user: { readonly accountId: number; readonly userId: number },
  personalData = false,
): Promise<string> {
  const identify = async () => null;
  const apiKeys = createApiKeys({ keys: createApiKeysRepository(store.db), platform: { identify }, clock });
  return (await apiKeys.create(user, { name: 'Assistant', expiresAt: null, personalData })).key;
}

/** Opens an assistant's MCP client over HTTP. */
export async function connectAssistant({ port }: Pick<RunningService, 'port'>, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** Returns the text of a result, which most assistants read. */
export function readText({ content }: Awaited<ReturnType<Client['callTool']>>) {
  const [first] = content as readonly { readonly type: string; readonly text?: string }[];
  return JSON.parse(first?.text ?? '');
}
