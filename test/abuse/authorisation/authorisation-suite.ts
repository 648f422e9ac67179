import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { type Asker, existsFor } from '../../security/support/authorisation/authorisation-matrix.ts';
import {
  ID_PARAMETERS,
  type IdParameter,
  targetOf,
  USER_ENDPOINTS,
} from '../../security/support/authorisation/endpoint-targets.ts';
import { BREACHES, type Findings } from '../../security/support/authorisation/findings.ts';
import {
  type GuardedShop,
  openGuardedShop,
  PASSWORD,
  type SignedInAsker,
} from '../../security/support/authorisation/guarded-shop.ts';
import { kindOf, walkEndpoints, walkIds } from '../../security/support/authorisation/matrix-walk.ts';
import { walkOwnRecords } from '../../security/support/authorisation/own-records-walk.ts';
import { type PlantedWebhook, plantWebhooks } from '../../security/support/authorisation/planted-webhooks.ts';
import { RECORD_KINDS, type RecordRegister } from '../../security/support/authorisation/record-register.ts';
import { walkForeignWebhooks, walkOwnWebhooks } from '../../security/support/authorisation/webhook-walk.ts';
import {
  ACCOUNT,
  CUSTOMER,
  GROUP,
  LOCATION,
  ORDER,
  PRODUCT,
  PROVIDER,
  RATE,
  SHOP,
} from '../../support/shop-fixture.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import type { AbuseSuite, SuiteRun, SuiteSize } from '../harness/suite.ts';
import { AUTHORISATION_SABOTAGES } from './sabotages.ts';

export const authorisationSuite: AbuseSuite = {
  name: 'authorisation',
  title: 'two accounts, every role and lock, try every endpoint with the ids of others',
  counts: [
    { name: 'calls of endpoints', least: 1_000 },
    { name: 'pairs of who asks and an id', least: 20_000 },
    { name: 'calls of webhooks', least: 2_500 },
    { name: 'kinds of records beyond the endpoints', least: 9 },
    { name: 'answers while others sell', least: 900 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: AUTHORISATION_SABOTAGES,

  async run(run) {
    const shop = await openOverheardShop(run);
    for (const { counts, walk } of authorisationWalks(run.size)) {
      const { tried, breaches } = await walk(shop);
      run.count(counts, tried);
      for (const { kind, sentence } of breaches) run.breach(BREACHES[kind], sentence);
      // What is wrong by now needs no further proof.
      if (run.size !== 'full' && breaches.length > 0) break;
    }
    await shop.stop();
  },
};

export interface Walk {
  readonly counts: string;
  walk(shop: OverheardShop): Promise<Findings>;
}

const UNKNOWN_IDS = [0, 999_999, 999_999_999_999_999];

/** One for each way in which what somebody sees can be narrowed. */
const FEW = ['owner of alpha', 'owner of beta', `staff of alpha locked to ${LOCATION.utrecht}`];

const FEW_OF_WEBHOOKS = [
  'owner of beta',
  `owner of alpha locked to ${LOCATION.amsterdam}`,
  `staff of alpha locked to ${LOCATION.utrecht}`,
];

/** In the order in which they find most; the last changes the shop. */
function authorisationWalks(size: SuiteSize): readonly Walk[] {
  const isFull = size === 'full';
  const among = (askers: readonly SignedInAsker[], names: readonly string[]) =>
    isFull ? askers : askers.filter(({ name, by }) => by === 'token' && names.includes(name));
  const withTokens = (askers: readonly SignedInAsker[]) => askers.filter(({ by }) => by === 'token');
  const tokensOf = (askers: readonly SignedInAsker[]) => withTokens(among(askers, FEW));
  const whoTriesIds = size === 'short' ? tokensOf : withTokens;
  const ids = size === 'short' ? fewIds : isFull ? everyId : idsOfItsKind;

  // Others sell at other locations and in the other account: one who is locked feels both.
  const isLookedAt = ({ lock }: SignedInAsker) => size !== 'short' || lock !== null;

  const walks: Walk[] = [
    { counts: 'calls of endpoints', walk: (shop) => walkEndpoints(shop, among(shop.askers, FEW)) },
    { counts: 'pairs of who asks and an id', walk: (shop) => walkIds(shop, whoTriesIds(shop.askers), ids) },
    {
      counts: 'calls of webhooks',
      walk: (shop) => walkOwnWebhooks(shop, shop.planted, among(shop.askers, FEW_OF_WEBHOOKS)),
    },
    {
      counts: 'calls of webhooks',
      walk: (shop) => walkForeignWebhooks(shop, shop.planted, among(shop.askers, FEW_OF_WEBHOOKS)),
    },
    { counts: 'kinds of records beyond the endpoints', walk: walkOwnRecords },
    {
      counts: 'answers while others sell',
      walk: (shop) => walkIndifference(shop, tokensOf(shop.askers).filter(isLookedAt)),
    },
  ];
  if (!isFull) return walks;
  const withKeys: Walk = {
    counts: 'pairs of who asks and an id',
    walk: (shop) =>
      walkIds(
        shop,
        shop.askers.filter(({ by }) => by === 'api key'),
        idsOfItsKind,
      ),
  };
  return [withKeys, ...walks];
}

function everyId(register: RecordRegister): Set<number> {
  const known = RECORD_KINDS.flatMap((kind) => [...register[kind].keys()]);
  return new Set([...known, ...register.furtherIds, ...UNKNOWN_IDS]);
}

function idsOfItsKind(register: RecordRegister, parameter: IdParameter): number[] {
  return [...register[kindOf(parameter)].keys(), ...UNKNOWN_IDS];
}

/** The first of each place where records of the kind can be seen, and one that does not exist. */
function fewIds(register: RecordRegister, parameter: IdParameter): number[] {
  const byOwner = Map.groupBy(register[kindOf(parameter)], ([, owner]) => JSON.stringify(owner));
  return [0, ...[...byOwner.values()].flatMap(([first]) => (first === undefined ? [] : [first[0]]))];
}

interface OverheardShop extends GuardedShop {
  readonly planted: readonly PlantedWebhook[];
}

/**
 * The shop of two accounts, with webhooks of everybody who may have one. What is answered to alpha, and what is logged,
 * is searched for the secrets of all and for the customers of beta.
 */
async function openOverheardShop(run: SuiteRun): Promise<OverheardShop> {
  const shop = await openGuardedShop();
  const planted = await plantWebhooks(shop);
  run.keepSecret('password', PASSWORD);
  for (const { by, secret } of shop.askers) run.keepSecret(by === 'token' ? 'token' : 'api key', secret);
  for (const { secret } of planted) run.keepSecret('webhook secret', secret);
  for (const email of await emailsOfBeta(shop)) run.keepSecret('personal data', email);

  const ofAlpha = new Set(shop.askers.filter(({ account }) => account === ACCOUNT.alpha).map(({ secret }) => secret));
  const send: GuardedShop['service']['send'] = async (method, target, sending) => {
    const answer = await shop.service.send(method, target, sending);
    if (ofAlpha.has(sending?.token ?? '')) run.hear(`${method} ${target}`, answer.text);
    return answer;
  };
  const stop = async () => {
    writeFileSync(join(run.folder, 'service.log'), JSON.stringify(shop.service.records));
    await shop.stop();
  };
  return { ...shop, service: { ...shop.service, send }, planted, stop };
}

async function emailsOfBeta({ store }: GuardedShop): Promise<readonly string[]> {
  const customers = store.db.selectFrom('customers').select('email').where('account_id', '=', ACCOUNT.beta);
  return (await customers.execute()).map(({ email }) => email);
}

/** Sealed anew for each answer, and nobody can read in it where the feed of the whole account stands. */
const NEXT_CURSOR = /"next_cursor":"[\w.-]+"/;

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Answers stay as they are to the letter while others sell, so no figure has a part of theirs. */
async function walkIndifference(shop: GuardedShop, askers: readonly SignedInAsker[]): Promise<Findings> {
  const findings: Findings = { tried: 0, breaches: [] };
  for (const [round, asker] of askers.entries()) {
    const targets = targetsOf(await shop.readRegister(), asker);
    const before = await answersTo(shop, asker, targets);
    await changeOutside(shop.store, asker, round);
    const after = await answersTo(shop, asker, targets);
    const changed = targets.filter((_, index) => before[index] !== after[index]);
    findings.tried += targets.length;
    for (const { path } of changed) {
      findings.breaches.push({ kind: 'changed', sentence: `${asker.name}: ${path} changes with others` });
    }
  }
  return findings;
}

/** The widest call of every endpoint, and one for every id that somebody may give it. */
function targetsOf(register: RecordRegister, asker: SignedInAsker): Target[] {
  const productIds = [...register.product.keys()];
  const plain = USER_ENDPOINTS.filter(({ path }) => !path.includes('{id}')).map((endpoint) => ({
    method: endpoint.method,
    path: targetOf(endpoint, { productIds }),
  }));
  const withIds = ID_PARAMETERS.flatMap((parameter) => {
    const { endpoint, name } = parameter;
    const ids = [...register[kindOf(parameter)].keys()];
    return ids
      .filter((id) => existsFor(register, asker, kindOf(parameter), id))
      .map((id) => ({
        method: endpoint.method,
        path: targetOf(endpoint, { productIds, parameter: name, id }),
      }));
  });
  return [...plain, ...withIds];
}

async function answersTo(
  { service }: GuardedShop,
  { secret }: SignedInAsker,
  targets: readonly Target[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const { method, path } of targets) {
    const { text } = await service.send(method, path, { token: secret });
    texts.push(text.replace(NEXT_CURSOR, ''));
  }
  return texts;
}

interface Place {
  readonly account: number;
  readonly location: number | null;
  readonly shop: number;
}

const PLACES: readonly Place[] = [
  { account: ACCOUNT.alpha, location: LOCATION.utrecht, shop: SHOP.utrecht1 },
  { account: ACCOUNT.alpha, location: LOCATION.amsterdam, shop: SHOP.amsterdam },
  { account: ACCOUNT.alpha, location: null, shop: SHOP.webshop },
  { account: ACCOUNT.beta, location: LOCATION.beta, shop: SHOP.beta },
];

const MODELS = [ORDER.discountInCash, ORDER.fullDiscount, ORDER.negativeDiscount] as const;

/** Buys wherever the account sells, so that who sees one place knows the customer and must not learn of the others. */
const REGULAR: Readonly<Record<number, number>> = {
  [ACCOUNT.alpha]: CUSTOMER.zon,
  [ACCOUNT.beta]: CUSTOMER.beta,
};

/** Lets a lot happen where somebody sees nothing: sales, to new and known customers, other stock. `round` numbers it. */
async function changeOutside(store: Store, asker: Asker, round: number): Promise<void> {
  for (const [index, place] of PLACES.entries()) {
    const isSeen = place.account === asker.account && (asker.lock === null || asker.lock === place.location);
    if (!isSeen) await sellAt(store, place, 800_000 + round * 1_000 + index * 100);
  }
}

async function sellAt({ db }: Store, { account, location, shop }: Place, firstId: number): Promise<void> {
  const name = `Nieuw ${firstId}`;
  await insertRows(db, 'customers', [
    {
      id: firstId,
      account_id: account,
      name,
      folded_name: foldText(name),
      email: `${firstId}@new.example`,
      phone: '',
      city: '',
      country_iso2: 'NL',
      date_created: 0,
    },
  ]);
  const segments = await db.selectFrom('segments').select('id').where('account_id', '=', account).execute();
  await insertRows(
    db,
    'customer_segments',
    segments.map(({ id }) => ({ account_id: account, customer_id: firstId, segment_id: id })),
  );
  const place = { account_id: account, location_id: location, shop_id: shop };
  const customers = [firstId, REGULAR[account] ?? firstId];
  const sales = customers.flatMap((customer_id) => MODELS.map((model) => ({ model, customer_id })));
  await insertOrders(
    db,
    sales.map(({ model, customer_id }, index) => orderLike(model, firstId + index, { ...place, customer_id })),
  );
  if (location === null) return;
  await db
    .updateTable('stock')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 111_000) }))
    .where('location_id', '=', location)
    .execute();
}

function orderLike(
  modelId: number,
  id: number,
  place: { account_id: number; location_id: number | null; shop_id: number; customer_id: number },
) {
  const model = fixtureOrders().find(({ order }) => order.id === modelId);
  if (!model) throw new Error(`the fixture has no order ${modelId}`);
  const isBeta = place.account_id === ACCOUNT.beta;
  const ledger = { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta };
  return {
    order: { ...model.order, ...place, id, order_number: `new-${id}` },
    items: model.items.map((item, line) => ({
      ...item,
      ...(isBeta && item.type === 'product' && ledger),
      id: id * 10 + line,
    })),
    payments: model.payments.map((paid, line) => ({
      ...paid,
      ...(isBeta && { provider_id: PROVIDER.beta }),
      id: id * 10 + line,
    })),
  };
}
