import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { NewWebhook } from '../../../shared/contract/webhook-records.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { SUBSCRIPTION, subscribeTestWebhook } from '../../support/subscribed-webhook.ts';
import { insertDelivery } from '../../support/webhook-rows.ts';
import { type Findings, MANAGER_ENDPOINTS } from './authorisation-matrix.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';

const WITH_ID = MANAGER_ENDPOINTS.filter(({ path }) => path.includes('{id}'));
const UNKNOWN_ID = 424_242;
const UNKNOWN_IDS = [UNKNOWN_ID, 0, 999_999_999_999_999];
const TABLES = ['webhooks', 'webhook_positions', 'webhook_deliveries', 'webhook_attempts'] as const;

/**
 * Makes every forbidden call as everybody. It must get exactly the answer for an unknown webhook, show no label, and
 * leave no trace in the store.
 */
export async function walkForeignWebhooks(
  shop: GuardedShop,
  planted: readonly PlantedWebhook[],
  askers: readonly SignedInAsker[] = shop.askers,
): Promise<Findings> {
  const { findings, report } = createFindings();
  for (const asker of askers) {
    const own = planted.filter((webhook) => mayUse(asker, webhook));
    const foreign = planted.filter((webhook) => !mayUse(asker, webhook));
    const before = await readRows(shop);
    for (const endpoint of WITH_ID) {
      const model = describeShape(await ask(shop, asker, endpoint, { id: UNKNOWN_ID, deliveryId: UNKNOWN_ID }));
      for (const webhook of endpoint.path.includes('{delivery_id}') ? own : []) {
        const modelOfOwn = describeShape(await ask(shop, asker, endpoint, { id: webhook.id, deliveryId: UNKNOWN_ID }));
        for (const deliveryId of planted.flatMap((other) => (other === webhook ? [] : other.deliveries))) {
          const answer = await ask(shop, asker, endpoint, { id: webhook.id, deliveryId });
          findings.tried += 1;
          if (answer.status === 404 && describeShape(answer) === modelOfOwn) continue;
          report(`${asker.name} (${asker.by}): delivery ${deliveryId} of another webhook answers ${answer.text}`);
        }
      }
      for (const target of listTargets(foreign, planted, endpoint)) {
        const answer = await ask(shop, asker, endpoint, target);
        const expected = asker.mayManage ? 404 : 403;
        const what = `${asker.name} (${asker.by}): ${endpoint.method} ${endpoint.path} ${JSON.stringify(target)}`;
        findings.tried += 1;
        if (answer.status !== expected) report(`${what} answers ${answer.status}`);
        if (describeShape(answer) !== model) report(`${what} differs from an unknown one`);
        if (planted.some(({ label }) => answer.text.includes(label))) report(`${what} shows a label`);
      }
    }
    if ((await readRows(shop)) !== before) report(`${asker.name} (${asker.by}) left a trace`);
  }
  return findings;
}

/** Checks that every user can list and read their own webhooks, and sees no label of others. */
export async function walkOwnWebhooks(
  shop: GuardedShop,
  planted: readonly PlantedWebhook[],
  askers: readonly SignedInAsker[] = shop.askers,
): Promise<Findings> {
  const { findings, report } = createFindings();
  for (const asker of askers) {
    const own = planted.filter((webhook) => mayUse(asker, webhook));
    const others = planted.filter((webhook) => !mayUse(asker, webhook));
    const targetsOfOwn = own.flatMap(({ id }) => [`/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`]);
    for (const target of ['/api/webhooks', ...targetsOfOwn]) {
      const { status, text } = await shop.service.send('GET', target, { token: asker.secret });
      const what = `${asker.name} (${asker.by}): GET ${target}`;
      findings.tried += 1;
      if (status !== (asker.mayManage ? 200 : 403)) report(`${what} answers ${status}`);
      if (others.some(({ label }) => text.includes(label))) report(`${what} shows a label`);
      const expected = target === '/api/webhooks' ? own : own.filter(({ id }) => target.split('/')[3] === `${id}`);
      if (expected.some(({ label }) => !text.includes(label))) report(`${what} lacks its own`);
    }
  }
  return findings;
}

function createFindings() {
  const findings: Findings = { tried: 0, breaches: [] };
  const report = (sentence: string) => void findings.breaches.push(sentence);
  return { findings, report };
}

type Target = Record<'id' | 'deliveryId', number>;

/** The webhooks of others and unknown ones; for a replay with every delivery. */
function listTargets(
  foreign: readonly PlantedWebhook[],
  planted: readonly PlantedWebhook[],
  { path }: Endpoint,
): Target[] {
  const ids = [...foreign.map(({ id }) => id), ...UNKNOWN_IDS];
  if (!path.includes('{delivery_id}')) return ids.map((id) => ({ id, deliveryId: 0 }));
  const deliveryIds = [...planted.flatMap(({ deliveries }) => deliveries), ...UNKNOWN_IDS];
  return ids.flatMap((id) => deliveryIds.map((deliveryId) => ({ id, deliveryId })));
}

function ask(
  { service }: GuardedShop,
  { secret }: SignedInAsker,
  { method, path, body }: Endpoint,
  { id, deliveryId }: Target,
): Promise<Answer> {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId));
  return service.send(method, filled, { token: secret, ...(body && { body: SUBSCRIPTION }) });
}

async function readRows({ store }: GuardedShop): Promise<string> {
  const tables = [];
  for (const table of TABLES) tables.push(await store.db.selectFrom(table).selectAll().execute());
  return JSON.stringify(tables);
}

/** An answer without what may differ between two ids. */
function describeShape({ status, headers, text }: Answer): string {
  const { 'x-request-id': requestId, date: _, 'content-length': __, ...rest } = headers;
  const body = text.replaceAll(String(requestId), '').replaceAll(/(webhook|delivery) \d+/g, '$1');
  return JSON.stringify([status, rest, body]);
}

/** A webhook with its owner and its deliveries. */
export interface PlantedWebhook {
  readonly id: number;
  readonly account: number;
  readonly lock: number | null;
  /** Only finished ones. */
  readonly deliveries: readonly number[];
  /** Occurs in everything that can be read of it. */
  readonly label: string;
  readonly secret: string;
}

/** Plants a webhook for every user who may have one, each with a unique label. */
export async function plantWebhooks({ service, store, askers }: GuardedShop): Promise<PlantedWebhook[]> {
  const planted: PlantedWebhook[] = [];
  for (const asker of askers.filter(({ by, mayManage }) => by === 'token' && mayManage)) {
    const label = `mark-of-${asker.user}`;
    const made: NewWebhook = await subscribeTestWebhook(service, asker.secret, {
      url: `https://${label}.example/`,
      description: label,
    });
    const given = { body: label, message_id: `msg_${label}` };
    const finished = [await insertDelivery(store.db, made.id, given), await insertDelivery(store.db, made.id, given)];
    const { account, lock } = asker;
    const deliveries = finished.map(({ id }) => id);
    planted.push({ id: made.id, account, lock, deliveries, label, secret: made.secret });
  }
  return planted;
}

/** The rule of the contract, implemented independently. */
function mayUse({ account, lock, mayManage }: SignedInAsker, webhook: PlantedWebhook): boolean {
  return mayManage && account === webhook.account && (lock === null || lock === webhook.lock);
}
