import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import type { Answer } from '../../../support/http-exchange.ts';
import { MANAGER_ENDPOINTS } from './endpoint-targets.ts';
import type { Breach, Findings } from './findings.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';
import { mayUse, type PlantedWebhook } from './planted-webhooks.ts';

const WITH_ID = MANAGER_ENDPOINTS.filter(({ path }) => path.includes('{id}'));
const UNKNOWN_ID = 424_242;
const UNKNOWN_IDS = [UNKNOWN_ID, 0, 999_999_999_999_999];
const TABLES = ['webhooks', 'webhook_positions', 'webhook_deliveries', 'webhook_attempts'] as const;

/**
 * Every call that must not work, by everybody: it is answered as a webhook that never was is, to the letter, shows no
 * mark, and leaves no trace in the store.
 */
export async function walkForeignWebhooks(
  shop: GuardedShop,
  planted: readonly PlantedWebhook[],
  askers: readonly SignedInAsker[] = shop.askers,
): Promise<Findings> {
  const { findings, tell } = createFindings();
  for (const asker of askers) {
    const foreign = planted.filter((webhook) => !mayUse(asker, webhook));
    const before = await rowsOf(shop);
    for (const endpoint of WITH_ID) {
      const model = shapeOf(await ask(shop, asker, endpoint, { id: UNKNOWN_ID, deliveryId: UNKNOWN_ID }));
      for (const target of targets(foreign, planted, endpoint)) {
        const answer = await ask(shop, asker, endpoint, target);
        const expected = asker.mayManage ? 404 : 403;
        const what = `${asker.name} (${asker.by}): ${endpoint.method} ${endpoint.path} ${JSON.stringify(target)}`;
        findings.tried += 1;
        if (answer.status !== expected) tell('status', `${what} answers ${answer.status}`);
        if (shapeOf(answer) !== model) tell('body', `${what} differs from an unknown one`);
        if (planted.some(({ mark }) => answer.text.includes(mark))) tell('leak', `${what} shows a mark`);
      }
    }
    if ((await rowsOf(shop)) !== before) tell('trace', `${asker.name} (${asker.by}) left a trace`);
  }
  return findings;
}

/** What everybody may list and read: those that are theirs, and no mark of others. */
export async function walkOwnWebhooks(
  shop: GuardedShop,
  planted: readonly PlantedWebhook[],
  askers: readonly SignedInAsker[] = shop.askers,
): Promise<Findings> {
  const { findings, tell } = createFindings();
  for (const asker of askers) {
    const own = planted.filter((webhook) => mayUse(asker, webhook));
    const others = planted.filter((webhook) => !mayUse(asker, webhook));
    const targetsOfOwn = own.flatMap(({ id }) => [`/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`]);
    for (const target of ['/api/webhooks', ...targetsOfOwn]) {
      const { status, text } = await shop.service.send('GET', target, { token: asker.secret });
      const what = `${asker.name} (${asker.by}): GET ${target}`;
      findings.tried += 1;
      if (status !== (asker.mayManage ? 200 : 403)) tell('status', `${what} answers ${status}`);
      if (others.some(({ mark }) => text.includes(mark))) tell('leak', `${what} shows a mark`);
      const expected = target === '/api/webhooks' ? own : own.filter(({ id }) => target.split('/')[3] === `${id}`);
      if (expected.some(({ mark }) => !text.includes(mark))) tell('missing', `${what} lacks its own`);
    }
  }
  return findings;
}

function createFindings() {
  const findings: Findings = { tried: 0, breaches: [] };
  const tell = (kind: Breach['kind'], sentence: string) => void findings.breaches.push({ kind, sentence });
  return { findings, tell };
}

interface Target {
  readonly id: number;
  readonly deliveryId: number;
}

/** For a replay also deliveries of others by a webhook that is one's own: the walk takes every pair that is not one. */
function targets(foreign: readonly PlantedWebhook[], planted: readonly PlantedWebhook[], { path }: Endpoint): Target[] {
  const ids = [...foreign.map(({ id }) => id), ...UNKNOWN_IDS];
  if (!path.includes('{delivery_id}')) return ids.map((id) => ({ id, deliveryId: 0 }));
  const deliveryIds = [...planted.flatMap(({ deliveries }) => deliveries), ...UNKNOWN_IDS];
  return ids.flatMap((id) => deliveryIds.map((deliveryId) => ({ id, deliveryId })));
}

export function ask(
  { service }: GuardedShop,
  { secret }: SignedInAsker,
  { method, path }: Endpoint,
  { id, deliveryId }: Target,
): Promise<Answer> {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId));
  return service.send(method, filled, { token: secret });
}

async function rowsOf({ store }: GuardedShop): Promise<string> {
  const tables = [];
  for (const table of TABLES) tables.push(await store.db.selectFrom(table).selectAll().execute());
  return JSON.stringify(tables);
}

/** An answer without what may differ between two ids. */
function shapeOf({ status, headers, text }: Answer): string {
  const { 'x-request-id': requestId, date: _, 'content-length': __, ...rest } = headers;
  const body = text.replaceAll(String(requestId), '').replaceAll(/(webhook|delivery) \d+/g, '$1');
  return JSON.stringify([status, rest, body]);
}
