import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_EXAMPLES, type OperationExample } from '../../electron/service/openapi/operation-examples.ts';
import { DOCS_ASSETS } from '../../electron/service/routes/documentation-routes.ts';
import { moveStock } from '../../electron/store/catalog/catalog-writer.ts';
import { endOtherSessions, IssuedToken, listSessions, login, readMe, refresh } from '../../shared/contract/auth.ts';
import { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import { listCustomers, listSegments, readCustomer } from '../../shared/contract/customers.ts';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import type { ApiEndpoint, ResponseOf } from '../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations, readLocation } from '../../shared/contract/locations.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../shared/contract/orders.ts';
import { listPaymentMethods, listPaymentProviders } from '../../shared/contract/payment-methods.ts';
import { readPaymentsReport } from '../../shared/contract/payments-report.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { readProductSales } from '../../shared/contract/product-sales.ts';
import { listProducts, readProduct } from '../../shared/contract/products.ts';
import { readDocumentation, readHealth, readOpenApi, readServiceLinks } from '../../shared/contract/service.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { eventExample, SIGNED_EXAMPLE, type Subscription } from '../../shared/contract/webhook-records.ts';
import {
  enableWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  pingWebhook,
  readWebhook,
  removeWebhook,
  replayDelivery,
  retryDelivery,
  rotateWebhookSecret,
  subscribeWebhook,
  updateWebhook,
} from '../../shared/contract/webhooks.ts';
import { listMismatches } from '../support/contract-check.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { ADDRESS } from '../support/described-contract.ts';
import { DEMO_OWNER, type DemoService, startDemoService } from '../support/fixture-service.ts';
import { createOutcome } from '../support/recording-sender.ts';
import { waitFor } from '../support/wait-for.ts';

/** A quiet Sunday in Haarlem with two orders, which add up to its report. */
const DAY = '2026-11-08';
const HAARLEM = { id: 102, account_id: 1 };
const OF_THE_DAY = { from: DAY, location_id: [HAARLEM.id] };
const SOLD_THERE = [100751, 100031];
/** From the webshop, with a discount and a customer. */
const ORDER = 2515037;
const CUSTOMER = 20254;
/** Has quantity prices from ten and from twenty-five. */
const PRODUCT = 100008;

const SUBSCRIPTION: Subscription = {
  url: 'https://hooks.boekhouder.example/tilldesk',
  events: ['order.updated'],
  description: 'Accountant',
};
const CHANGED_SUBSCRIPTION: Subscription = { ...SUBSCRIPTION, events: ['order.updated', 'product.updated'] };

const [issued] = (IssuedToken as { examples?: { token: string }[] }).examples ?? [];
const MOMENT = '2026-11-21T13:00:00+01:00';

/** Values of an answer that are random, secret or depend on speed, with their replacements in the examples. */
const STAND_INS: ReadonlyArray<readonly [found: RegExp, standIn: string]> = [
  [/(?<="token":")[\w-]{43}(?=")/g, issued?.token ?? ''],
  [/whsec_[\w+/]+=*/g, SIGNED_EXAMPLE.secret],
  [/msg_[\w-]{22}/g, SIGNED_EXAMPLE.id],
  [/evt_[\w-]{22}/g, eventExample.id],
  [/(?<="next_cursor":")v1\.[\w-]+/g, `v1.${'Zm9yIGRvY3VtZW50YXRpb24sIG5vIHJlYWwgb25l'.repeat(3).slice(0, 102)}`],
  [/http:\/\/127\.0\.0\.1:\d+/g, ADDRESS],
  // From the clock of the computer, and from that of the tests while messages are sent.
  [/(?<=occurred_at\\":\\")[^\\]+/g, MOMENT],
  [/(?<="changed_at":")[^"]+(?=","record":\{"id":\d+,"sku":)/g, MOMENT],
  [/(?<=2026-11-2[12]T13:)[0-2]\d:\d\d(?=\+01:00)/g, '00:00'],
];

function withStandIns<Value>(value: Value): Value {
  const written = STAND_INS.reduce((text, [found, standIn]) => text.replace(found, standIn), JSON.stringify(value));
  return JSON.parse(written);
}

type Call = Omit<OperationExample, 'answer'>;

/** Makes every call once, in an order in which each finds the records that it needs. */
async function makeExamples(service: DemoService): Promise<Record<string, OperationExample>> {
  const examples: Record<string, OperationExample> = {};
  const make = async <E extends ApiEndpoint>(endpoint: E, call: Call = {}): Promise<ResponseOf<E>> => {
    const query = Object.fromEntries(Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]));
    const answer = await service.call(endpoint, { ...call, query, token: service.token });
    examples[endpoint.operation] = withStandIns({ ...call, answer });
    return answer;
  };

  // Sessions are listed newest first, and those of the same time in random order.
  service.clock.advance(1_000);
  await make(login, { body: DEMO_OWNER });
  service.clock.advance(1_000);
  await make(refresh, { body: DEMO_OWNER });
  await make(readMe);
  await make(listShops);
  await make(listLocations);
  await make(readLocation, { id: HAARLEM.id });
  await make(listTaxRates, { query: { country_iso2: 'NL' } });
  await make(listTurnoverGroups);
  await make(listPaymentMethods);
  await make(listPaymentProviders);
  await make(listProducts, { query: { q: 'gieter', limit: 2 } });
  await make(readProduct, { id: PRODUCT });
  await make(listProductPrices, { query: { product_ids: SOLD_THERE } });
  await make(listStock, { query: { q: 'gieter', limit: 3 } });
  await make(listOrders, { query: { ...OF_THE_DAY, include: ['items', 'payments'] } });
  await make(readOrder, { id: ORDER });
  await make(listOrderItems, { query: OF_THE_DAY });
  await make(listOrderPayments, { query: OF_THE_DAY });
  await make(listDiscountOrders, { query: OF_THE_DAY });
  await make(listOrderChanges, { query: { since: '2026-11-21T12:00:00+01:00', limit: 2 } });
  await make(listCustomers, { query: { sort: '-turnover_wt', limit: 2 } });
  await make(readCustomer, { id: CUSTOMER });
  await make(listSegments);
  await make(readFinancialReport, { query: OF_THE_DAY });
  await make(readDayClosing, { query: { date: DAY, location_id: [HAARLEM.id] } });
  await make(readPaymentsReport, { query: OF_THE_DAY });
  await make(readProductSales, { query: { ...OF_THE_DAY, sort: '-value', limit: 2 } });
  await make(readTurnoverByDay, { query: { ...OF_THE_DAY, from: '2026-11-06', to: DAY } });
  await makeOfWebhooks(service, make);
  await make(endOtherSessions, { body: { api_keys: false, webhooks: false } });
  await make(readHealth);
  const answer = await make(readServiceLinks);
  const { text: page } = await service.send('GET', readServiceLinks.path, { headers: { accept: 'text/html' } });
  examples.readServiceLinks = withStandIns({ answer, page });
  const docs = await service.send('GET', readDocumentation.path);
  examples.readDocumentation = { answer: docs.text };
  // The complete answer would contain itself.
  const { openapi, info } = JSON.parse((await service.send('GET', readOpenApi.path)).text);
  examples.readOpenApi = { answer: { openapi, info: { title: info.title, version: info.version } } };
  return examples;
}

type Make = <E extends ApiEndpoint>(endpoint: E, call?: Call) => Promise<ResponseOf<E>>;

/** A receiver that is subscribed, is busy at its first message, and accepts the second attempt. */
async function makeOfWebhooks({ clock, store, token, webhooks, ...service }: DemoService, make: Make): Promise<void> {
  const { sender, dispatcher } = webhooks;
  const delivery = async (id: number, deliveryId: number) => {
    const { data } = await service.read(listDeliveries, { token, id });
    return data.find((one) => one.id === deliveryId);
  };
  sender.answer(() => ({ ...createOutcome(204), durationMs: 84 }));
  const { id } = await make(subscribeWebhook, { body: SUBSCRIPTION });
  await make(updateWebhook, { id, body: CHANGED_SUBSCRIPTION });
  const ping = await make(pingWebhook, { id });
  const deliveryId = ping.id + 1;
  sender.answer(() => ({ ...createOutcome(503), durationMs: 84, answer: 'Busy.' }));
  await moveStock(store.db, HAARLEM.account_id, [{ product_id: PRODUCT, location_id: HAARLEM.id, by: -1_000 }]);
  await make(listProductChanges, { query: { since: '2026-01-01T00:00:00+01:00' } });
  await dispatcher.start();
  await waitFor(async () => {
    clock.advance(1_000);
    expect((await delivery(id, deliveryId))?.attempts).toHaveLength(1);
  });
  await make(retryDelivery, { id, deliveryId });
  sender.answer(() => ({ ...createOutcome(204), durationMs: 84 }));
  await waitFor(async () => {
    clock.advance(1_000);
    expect(await delivery(id, deliveryId)).toMatchObject({ status: 'delivered' });
  });
  await make(listDeliveries, { id, query: { sort: '-id', limit: 1 } });
  await make(listWebhooks);
  await make(readWebhook, { id });
  await make(replayDelivery, { id, deliveryId });
  await waitFor(async () => expect(await delivery(id, deliveryId + 1)).toMatchObject({ status: 'delivered' }));
  await make(pauseWebhook, { id });
  await make(enableWebhook, { id });
  await make(rotateWebhookSecret, { id });
  await make(listSessions);
  await make(removeWebhook, { id });
}

const docsFolder = mkdtempSync(join(tmpdir(), 'tilldesk-docs-'));
let service: DemoService;
let made: Record<string, OperationExample>;
beforeAll(async () => {
  for (const name of Object.keys(DOCS_ASSETS)) writeFileSync(join(docsFolder, name), '');
  service = await startDemoService({ docsFolder });
  made = await makeExamples(service);
});
afterAll(async () => {
  await service.stop();
  rmSync(docsFolder, { recursive: true });
});

describe('the examples of operations', () => {
  it('are the answers of the demo shop; -u of this test writes them', async () => {
    const written = `${JSON.stringify(made, null, 2)}\n`;
    await expect(written).toMatchFileSnapshot('../../electron/service/openapi/operation-examples.json');
  });

  it('exist for every operation', () => {
    const operations = CONTRACT_ENDPOINTS.map(({ operation }) => operation);
    expect(Object.keys(OPERATION_EXAMPLES).sort()).toEqual(operations.sort());
  });

  it.each(CONTRACT_ENDPOINTS)('fit the contract exactly: $operation', ({ operation, body, response }) => {
    const example = OPERATION_EXAMPLES[operation];
    expect(listMismatches(response, example?.answer)).toEqual([]);
    if (body) expect(listMismatches(body, example?.body)).toEqual([]);
  });

  it('are rejected if they do not fit', () => {
    const answer = OPERATION_EXAMPLES.listShops?.answer;
    expect(listMismatches(listShops.response, answer)).toEqual([]);
    expect(listMismatches(listShops.response, { ...Object(answer), colour: 'green' })).not.toEqual([]);
    expect(listMismatches(listShops.response, { ...Object(answer), count: 'five' })).not.toEqual([]);
  });

  it('are short', () => {
    const sizes = Object.entries(OPERATION_EXAMPLES).map(
      ([operation, { answer }]) => [operation, JSON.stringify(answer).length] as const,
    );
    expect(sizes.filter(([, size]) => size > 3_300)).toEqual([]);
  });

  it('contain neither a token nor the port of the run', () => {
    const text = JSON.stringify(made);
    expect(text).not.toContain(service.token);
    expect(text).not.toContain(`:${service.port}/`);
  });
});
