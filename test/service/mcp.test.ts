import { beforeEach, describe, expect, it } from 'vitest';
import { createMessageHandler } from '../../electron/service/mcp/tool-server.ts';
import type { JsonSchema } from '../../electron/service/openapi/openapi-document.ts';
import { connectAssistant, makeApiKey, OCTOBER, readText, TOOL_CALLS } from '../support/assistant.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { ACCOUNT, CUSTOMER, LOCATION, ORDER, PRODUCT, RATE, SHOP, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const service = openPerTest(startFixtureService);

const makeKey = (userId: number, personalData = false, accountId: number = ACCOUNT.alpha) =>
  makeApiKey(service, { accountId, userId }, personalData);

interface Described {
  readonly description?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

let key: string;
beforeEach(async () => {
  key = await makeKey(USER.owner);
});

async function call(bearer: string, name: string, args: Record<string, unknown> = {}) {
  const client = await connectAssistant(service, bearer);
  try {
    return await client.callTool({ name, arguments: args });
  } finally {
    await client.close();
  }
}

async function api(bearer: string, path: string) {
  const { status, text } = await service.send('GET', path, { token: bearer });
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

describe('POST /mcp', () => {
  it('offers only tools that read, each with the schema of its parameters and its answer', async () => {
    const client = await connectAssistant(service, key);
    const { tools } = await client.listTools();
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_CALLS.map(([name]) => name));
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(description?.length).toBeGreaterThan(30);
    }
  });

  it('describes them briefly and in terms of tools', async () => {
    const client = await connectAssistant(service, key);
    const { tools } = await client.listTools();
    expect(client.getInstructions()).toContain('A tool that takes `start` returns a page');
    await client.close();
    const text = JSON.stringify(tools);
    const outputs = JSON.stringify(tools.map(({ outputSchema }) => outputSchema));
    expect(text).not.toMatch(/GET \/|introduction|with commas|The same|"x-|int64/);
    expect(outputs).not.toContain('"examples"');
    // An assistant reads the whole list first. Shorten descriptions instead of raising this.
    expect(Buffer.byteLength(text)).toBeLessThan(41_000);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(text.match(/\b(?:list|read|search)_[a-z_]+/g) ?? []),
    );
  });

  it('describes rows and members with the same name and meaning once', async () => {
    const client = await connectAssistant(service, key);
    const { tools } = await client.listTools();
    await client.close();
    const described: string[] = [];
    const visit = (schema: JsonSchema, name: string): void => {
      const { description, items, properties = {} } = schema as Described;
      if (description !== undefined && !/, as (?:above|in )/.test(description))
        described.push(`${name}: ${description}`);
      if (items) visit(items, `row of ${name}`);
      for (const [member, ofMember] of Object.entries(properties)) visit(ofMember, member);
    };
    for (const { outputSchema } of tools) visit(outputSchema as JsonSchema, '');
    expect(described.length).toBeGreaterThan(150);
    expect(described.filter((one, at) => described.indexOf(one) !== at)).toEqual([]);
    for (const row of ['A product of the catalog', 'An order of any status', 'An item of an order']) {
      expect(described.filter((one) => one.endsWith(`: ${row}`))).toHaveLength(1);
    }
  });

  it.each(TOOL_CALLS)('%s returns the same as the API', async (name, args, path) => {
    const answer = await call(key, name, args);
    expect(answer.isError, readText(answer).message).toBeFalsy();
    expect(answer.structuredContent).toEqual(readText(answer));
    if (path === null) return;
    const ofApi = await api(key, path);
    expect({ ...readText(answer), generated_at: null }).toEqual({ ...ofApi, generated_at: null });
  });

  it('returns a product with its prices', async () => {
    const { product, prices } = readText(await call(key, 'read_product', { id: PRODUCT.apple }));
    expect(product).toEqual(await api(key, `/api/products/${PRODUCT.apple}`));
    expect(prices).toEqual((await api(key, `/api/product-prices?product_ids=${PRODUCT.apple}`)).data);
  });

  it('pages through discounted orders, with their number', async () => {
    const { data } = await api(key, '/api/discount-orders?from=2026-10-01&to=2026-10-31');
    expect(data.length).toBeGreaterThan(2);
    const page = readText(await call(key, 'list_discounted_orders', { ...OCTOBER, start: 1, limit: 1 }));
    expect(page).toEqual({ start: 1, limit: 1, count: 1, total: data.length, data: [data[1]] });
  });

  it('refuses with the errors of the API', async () => {
    const answer = await call(key, 'list_orders', { from: '2026-10-01', to: '2026-09-01' });
    expect(answer.isError).toBe(true);
    expect(readText(answer)).toMatchObject({ status: 400, message: 'to must not be before from.' });
    expect(readText(await call(key, 'read_order', { id: 999_999 }))).toMatchObject({ status: 404 });
  });

  it.each([
    ['list_orders', { from: '2026-10-01', shop: 4 }, 'The parameter shop is unknown.'],
    ['list_orders', { from: 20261001 }, 'from must be a calendar date, such as 2026-10-01.'],
    ['list_orders', {}, 'from is required.'],
    ['list_shops', { q: 'a' }, 'The parameter q is unknown.'],
    ['list_orders', { ...OCTOBER, q: { a: 1 } }, 'q must be text, a number, true or false, or a list of these.'],
    ['list_orders', { ...OCTOBER, q: null }, 'q must be text, a number, true or false, or a list of these.'],
    ['read_order', {}, 'id is required.'],
    ['read_product', {}, 'id is required.'],
    ['read_order', { id: '1 or 1' }, 'id must be a whole number from 0 up, of 1 to 15 digits.'],
    ['read_product', { id: 1, q: 'a' }, 'The parameter q is unknown.'],
    ['list_discounted_orders', { ...OCTOBER, start: -1 }, 'start must be a whole number from 0 up, of 1 to 15 digits.'],
    ['explain_figure', { figure: 'revenue', ...OCTOBER }, /^figure must be one of revenue.total_sales, /],
    ['explain_figure', { figure: ['revenue.total_sales'], ...OCTOBER }, /^figure must be one of /],
    ['explain_figure', { figure: { toString: 1 }, ...OCTOBER }, /^figure must be one of /],
    ['explain_figure', OCTOBER, /^figure must be one of /],
    ['explain_figure', { figure: 'revenue.total_sales', id: 1, ...OCTOBER }, /is not in a list: leave out id.$/],
    ...[String(RATE.nl21), [RATE.nl21, RATE.nl9], 'abc', 1.5, null].map(
      (id): [string, Record<string, unknown>, RegExp] => [
        'explain_figure',
        { figure: 'direct_paid.rates.base', id, ...OCTOBER },
        /^id must be a whole number from 0 up, of 1 to 15 digits.$/,
      ],
    ),
    [
      'explain_figure',
      { figure: 'direct_paid.rates.base', id: 999, ...OCTOBER },
      /^rates of this report has no tax_rate_id 999.$/,
    ],
    ['explain_figure', { figure: 'revenue.total_sales', ...OCTOBER, colour: 1 }, 'The parameter colour is unknown.'],
  ])('%s refuses %j with the message of the API', async (name, args, message) => {
    const answer = await call(key, name, args);
    expect(answer.isError).toBe(true);
    expect(readText(answer)).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });

  it('says no more about an internal failure than the API does', async () => {
    const failure = new TypeError('a text of the code');
    const logged: unknown[] = [];
    const reportFailure = (error: unknown) => {
      logged.push(error);
      return {
        error: 'Internal Server Error',
        message: 'Tilldesk failed. Try again later; the log has the cause under this request_id.',
        status: 500,
      };
    };
    const fail = async () => Promise.reject(failure);
    const handle = createMessageHandler(fail, reportFailure, (error) => logged.push(error));
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const params = { name: 'list_shops', arguments: {} };
    const answer = await handle(new Request('http://localhost/mcp', { method: 'POST', headers, body: '{}' }), {
      parsedBody: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    const text = await answer.text();
    expect(text).toContain('Tilldesk failed. Try again later; the log has the cause under this request_id.');
    expect(text).not.toContain(failure.message);
    expect(logged).toEqual([failure]);
  });

  it('names people only for a key that was made with personal data', async () => {
    const named = readText(await call(await makeKey(USER.owner, true), 'read_order', { id: ORDER.discountInCash }));
    expect(named).toMatchObject({ customer_name: 'Jan de Vries', customer_id: CUSTOMER.vries });
    const nameless = readText(await call(key, 'read_order', { id: ORDER.discountInCash }));
    expect(nameless).toEqual({ ...named, customer_name: null, customer_email: null });
    expect(readText(await call(key, 'list_orders', { ...OCTOBER, sort: '-customer_name' }))).toMatchObject({
      status: 403,
    });
  });

  it.each(['vries', '.', '&', "'", '@', '-', '2026-5002 .'])(
    'does not answer who bought for a key without personal data: %s',
    async (q) => {
      expect(readText(await call(key, 'list_orders', { ...OCTOBER, q }))).toMatchObject({
        status: 403,
        message: expect.stringMatching(/^q searches people, and this API key reads no personal data: /),
      });
    },
  );

  it('shows a user of one location only that location', async () => {
    const staff = await makeKey(USER.staff);
    const { data } = readText(await call(staff, 'list_locations'));
    expect(data).toEqual((await api(staff, '/api/locations')).data);
    expect(data).toHaveLength(1);
    expect(readText(await call(staff, 'read_order', { id: ORDER.discountInCash }))).toMatchObject({
      status: 404,
    });
  });
});

describe('explain_figure', () => {
  it('says what a figure counts, and its rows add up to it', async () => {
    const report = await api(key, '/api/financial-report?from=2026-10-01&to=2026-10-31');
    const answer = readText(await call(key, 'explain_figure', { figure: 'revenue.total_returns_wt', ...OCTOBER }));
    expect(answer).toMatchObject({
      unit: 'EUR',
      value: report.revenue.total_returns_wt,
      sum: report.revenue.total_returns_wt,
      difference: 0,
      rows: [{ endpoint: 'GET /api/order-items', tool: 'list_order_items', sum_name: 'value_wt', sign: -1 }],
    });
    const [{ tool, query, sum }] = answer.rows;
    expect(readText(await call(key, tool, query)).sums.value_wt).toBe(sum);
    expect(answer.definition).toContain('Product items with a negative quantity, shown positive, including VAT');
  });

  it('is right for every figure it offers', async () => {
    const client = await connectAssistant(service, key);
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'explain_figure')?.inputSchema as unknown as {
      properties: { figure: { enum: string[] } };
    };
    const ids: Record<string, number | undefined> = {
      'direct_paid.rates': RATE.nl21,
      'not_paid_now.rates': RATE.nl21,
      'not_paid_now.settled_since.rates': RATE.nl21,
      'direct_paid.payment_methods': undefined,
      'turnover_by_group.rows': undefined,
      'turnover_by_group.shop_totals': SHOP.amsterdam,
    };
    const report = await api(key, '/api/financial-report?from=2026-10-01&to=2026-10-31');
    ids['direct_paid.payment_methods'] = report.direct_paid.payment_methods[0].provider_method_type_id;
    ids['turnover_by_group.rows'] = report.turnover_by_group.rows[0].product_group_id;
    const { figure } = schema.properties;
    expect(figure.enum).toEqual(expect.arrayContaining(amountsIn(report)));
    for (const name of figure.enum) {
      const id = ids[name.slice(0, name.lastIndexOf('.'))];
      const answer = await client.callTool({
        name: 'explain_figure',
        arguments: { figure: name, ...OCTOBER, ...(id !== undefined && { id }) },
      });
      const { difference, definition, unit, value } = readText(answer);
      const expected = unit === 'percent' ? null : 0;
      expect.soft([name, difference], JSON.stringify(readText(answer))).toEqual([name, expected]);
      expect.soft(value, name).toEqual(expect.any(Number));
      expect.soft(definition.length, name).toBeGreaterThan(20);
    }
    await client.close();
  });

  it('asks for the row if the figure is in a list', async () => {
    const answer = await call(key, 'explain_figure', { figure: 'direct_paid.rates.base', ...OCTOBER });
    expect(readText(answer)).toMatchObject({
      status: 400,
      message: 'direct_paid.rates.base has a value for each tax_rate_id: give one as id.',
    });
  });
});

/** Figures in the parts of a report, by path. Members of a list have the path of the list. */
function amountsIn({ revenue, direct_paid, not_paid_now, turnover_by_group }: Record<string, unknown>): string[] {
  const paths = (value: unknown, path: string): string[] => {
    if (typeof value === 'number') return [path];
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((member) => paths(member, path));
    return Object.entries(value).flatMap(([name, member]) => paths(member, `${path}.${name}`));
  };
  const found = Object.entries({ revenue, direct_paid, not_paid_now, turnover_by_group }).flatMap(([name, part]) =>
    paths(part, name),
  );
  // Ids, the percentage of a rate and the shops of a group are not separate figures.
  return [...new Set(found)].filter((path) => !/_id$|rates\.value$|rows\.shops/.test(path));
}

describe('who may call /mcp', () => {
  const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const ACCEPT = { accept: 'application/json, text/event-stream' };

  it('needs a key, and a token is not enough', async () => {
    expect((await service.send('POST', '/mcp', { body: MESSAGE, headers: ACCEPT })).status).toBe(401);
    const token = service.tokens.owner;
    expect((await service.send('POST', '/mcp', { body: MESSAGE, headers: ACCEPT, token })).status).toBe(403);
  });

  it.each([
    ['a web page', { origin: 'https://evil.example' }],
    ['a page on this computer', { origin: 'http://localhost:3000' }],
    ['a page without an origin', { origin: 'null' }],
    ['a name that was rebound to this computer', { host: 'evil.example:4870' }],
  ])('cannot be %s, even with the right key', async (_who, headers) => {
    const sent = { body: MESSAGE, headers: { ...ACCEPT, ...headers }, token: key };
    expect((await service.send('POST', '/mcp', sent)).status).toBe(403);
  });

  it('gets the names to call in the error', async () => {
    const { message } = await service.refusal('POST', '/mcp', { headers: { host: 'evil.example' }, token: key });
    const names = [`127.0.0.1:${service.port}`, `localhost:${service.port}`];
    expect(message).toBe(`The Host header must name this service: ${names.join(' or ')}.`);
  });

  it('sends one message at a time, so nobody else waits for hundreds of them', async () => {
    const sent = { body: [MESSAGE, { ...MESSAGE, id: 2 }], headers: ACCEPT, token: key };
    expect(await service.refusal('POST', '/mcp', sent)).toMatchObject({ status: 400 });
    expect(await service.refusal('POST', '/mcp?x=1', { ...sent, body: MESSAGE })).toMatchObject({ status: 400 });
  });

  it('sees nothing of another account', async () => {
    const foreign = await makeKey(USER.beta, true, ACCOUNT.beta);
    expect(readText(await call(foreign, 'read_order', { id: ORDER.discountInCash }))).toMatchObject({ status: 404 });
    expect(readText(await call(foreign, 'list_locations')).data).not.toContainEqual(
      expect.objectContaining({ id: LOCATION.amsterdam }),
    );
  });

  it('holds no connection open for notifications that never come', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta: meta, notifications: { toolsListChanged: true } };
    const body = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params };
    const headers = { ...ACCEPT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { text } = await service.send('POST', '/mcp', { body, headers, token: key });
    expect(JSON.parse(text)).toMatchObject({ id: 7, error: { message: expect.stringMatching(/limit/) } });
  });

  it.each(['GET', 'DELETE'])('is not called by %s', async (method) => {
    expect((await service.send(method, '/mcp', { token: key })).status).toBe(405);
  });
});
