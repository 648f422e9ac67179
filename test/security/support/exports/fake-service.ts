import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ExportPlatform } from '../../../../electron/exports/export-platform.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers an API call before the platform does; null leaves it to the platform. */
export type Gate = (call: string, request: IncomingMessage) => Promise<Answer | null>;

/** A small service with the lists of the contract over a platform, on a free port of its own; gives its address. */
export async function startFakeService(platform: ExportPlatform, gate: Gate = async () => null) {
  const server = createServer((request, response) => void answer(request, response));
  let failures = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://service');
    try {
      const gated = await gate(`${request.method} ${url.pathname}`, request);
      send(response, gated ?? { status: 200, body: await bodyOf(platform, url) });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      failures += 1;
      if (error.code === 'rejected') send(response, refusal(403, error.message));
      else if (failures % 2 === 0) request.socket.destroy();
      else send(response, { status: 502, body: 'no JSON of ours' });
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

export function refusal(status: number, message: string): Answer {
  return { status, body: { error: 'Refused', message, status, request_id: 'r-1' } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(platform: ExportPlatform, { pathname, searchParams }: URL): Promise<unknown> {
  const range = { start: Number(searchParams.get('start')), limit: Number(searchParams.get('limit')) };
  const days = { from: '2026-10-01', to: '2026-10-01' };
  const pageOf = ({ rows, total }: { readonly rows: readonly unknown[]; readonly total: number }) => {
    return { ...range, count: rows.length, total, data: rows };
  };
  const caller = STAND_IN_CALLER;
  switch (pathname) {
    case '/api/products':
      return { q: '', ...pageOf(await platform.searchProducts(caller, range)) };
    case '/api/product-prices': {
      const product_ids = (searchParams.get('product_ids') ?? '').split(',').map(Number);
      return pageOf(await platform.listProductPrices(caller, { ...range, product_ids }));
    }
    case '/api/orders':
      return pageOf(await platform.listOrders(caller, { ...range, ...days }));
    case '/api/customers':
      return pageOf(await platform.listCustomers(caller, range));
    case '/api/reports/product-sales': {
      const page = await platform.readReport(caller, 'productSales', { ...range, ...days });
      return { ...pageOf(page), sums: page.sums };
    }
    default: {
      const rows = await platform.listReference(caller, pathname === '/api/tax-rates' ? 'taxRates' : 'shops');
      return { count: rows.length, total: rows.length, data: rows };
    }
  }
}
