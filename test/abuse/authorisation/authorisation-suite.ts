import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { foldText } from '../../../shared/fold-text.ts';
import {
  type Asker,
  BREACHES,
  existsFor,
  type Findings,
  ID_PARAMETERS,
  type IdParameter,
  RECORD_KINDS,
  type RecordRegister,
  targetOf,
  USER_ENDPOINTS,
} from '../../security/support/authorisation/authorisation-matrix.ts';
import {
  type GuardedShop,
  openGuardedShop,
  PASSWORD,
  type SignedInAsker,
} from '../../security/support/authorisation/guarded-shop.ts';
import { kindOf, walkEndpoints, walkIds } from '../../security/support/authorisation/matrix-walk.ts';
import { walkOwnRecords } from '../../security/support/authorisation/own-records-walk.ts';
import {
  type PlantedWebhook,
  plantWebhooks,
  walkForeignWebhooks,
  walkOwnWebhooks,
} from '../../security/support/authorisation/webhook-walk.ts';
import { furtherOrder } from '../../support/copied-order.ts';
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
import type { AbuseSuite, SuiteRun, SuiteSize } from '../harness/suite.ts';
import { AUTHORISATION_MUTANTS } from './mutants.ts';

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
  mutants: AUTHORISATION_MUTANTS,

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

interface Walk {
  readonly counts: string;
  walk(shop: OverheardShop): Promise<Findings>;
}

const UNKNOWN_IDS = [0, 999_999, 999_999_999_999_999];

/** One for each way in which what a user sees can be narrowed. */
const FEW = ['owner of alpha', 'owner of beta', `staff of alpha locked to ${LOCATION.utrecht}`];

const FEW_OF_WEBHOOKS = [
  'owner of beta',
  `owner of alpha locked to ${LOCATION.amsterdam}`,
  `staff of alpha locked to ${LOCATION.utrecht}`,
];

/** In the order in which they find most; the last changes the shop. */
function authorisationWalks(size: SuiteSize): readonly Walk[] {
  const isFull = size === 'full';
  const isShort = size === 'short';
  const withTokens = (askers: readonly SignedInAsker[]) => askers.filter(({ by }) => by === 'token');
  const named = (askers: readonly SignedInAsker[], names: readonly string[]) =>
    isFull ? askers : withTokens(askers).filter(({ name }) => names.includes(name));
  const ids = isShort ? fewIds : isFull ? everyId : idsOfItsKind;
  const pairs = 'pairs of who asks and an id';

  return [
    ...(isFull
      ? [
          {
            counts: pairs,
            walk: (shop: OverheardShop) => {
              const withKeys = shop.askers.filter(({ by }) => by === 'api key');
              return walkIds(shop, withKeys, idsOfItsKind);
            },
          },
        ]
      : []),
    { counts: 'calls of endpoints', walk: (shop) => walkEndpoints(shop, named(shop.askers, FEW)) },
    {
      counts: pairs,
      walk: (shop) => walkIds(shop, withTokens(isShort ? named(shop.askers, FEW) : shop.askers), ids),
    },
    ...[walkOwnWebhooks, walkForeignWebhooks].map((walk) => ({
      counts: 'calls of webhooks',
      walk: (shop: OverheardShop) => walk(shop, shop.planted, named(shop.askers, FEW_OF_WEBHOOKS)),
    })),
    { counts: 'kinds of records beyond the endpoints', walk: walkOwnRecords },
    {
      counts: 'answers while others sell',
      // Others sell at other locations and in the other account: a user who is locked to a location notices both.
      walk: (shop) =>
        walkIndifference(
          shop,
          withTokens(named(shop.askers, FEW)).filter(({ lock }) => !isShort || lock !== null),
        ),
    },
  ];
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
 * The shop of two accounts, with webhooks of all users who may have one. What is answered to alpha, and what is logged,
 * is searched for the secrets of all and for the customers of beta.
 */
async function openOverheardShop(run: SuiteRun): Promise<OverheardShop> {
  const shop = await openGuardedShop();
  const planted = await plantWebhooks(shop);
  run.keepSecret('password', PASSWORD);
  for (const { by, secret } of shop.askers) run.keepSecret(by === 'token' ? 'token' : 'api key', secret);
  for (const { secret } of planted) run.keepSecret('webhook secret', secret);
  const customers = shop.store.db.selectFrom('customers').select('email').where('account_id', '=', ACCOUNT.beta);
  for (const { email } of await customers.execute()) run.keepSecret('personal data', email);

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

/** Sealed separately for each answer, so that no user can read in it where the feed of the whole account ends. */
const NEXT_CURSOR = /"next_cursor":"[\w.-]+"/;

/** Answers stay as they are to the letter while others sell, so no figure contains a part of theirs. */
async function walkIndifference(shop: GuardedShop, askers: readonly SignedInAsker[]): Promise<Findings> {
  const findings: Findings = { tried: 0, breaches: [] };
  for (const [round, asker] of askers.entries()) {
    const targets = targetsOf(await shop.readRegister(), asker);
    const before = await answersTo(shop, asker, targets);
    await changeOutside(shop.store, asker, round);
    const after = await answersTo(shop, asker, targets);
    findings.tried += targets.length;
    for (const [index, { path }] of targets.entries()) {
      if (before[index] === after[index]) continue;
      findings.breaches.push({ kind: 'changed', sentence: `${asker.name}: ${path} changes with others` });
    }
  }
  return findings;
}

interface Target {
  readonly method: string;
  readonly path: string;
}

/** The widest call of every endpoint, and one for every id that the asker may give it. */
function targetsOf(register: RecordRegister, asker: SignedInAsker): Target[] {
  const productIds = [...register.product.keys()];
  const plain = USER_ENDPOINTS.filter(({ path }) => !path.includes('{id}'));
  return [
    ...plain.map((endpoint) => ({ method: endpoint.method, path: targetOf(endpoint, { productIds }) })),
    ...ID_PARAMETERS.flatMap((parameter) => {
      const { endpoint, name } = parameter;
      const kind = kindOf(parameter);
      const ids = [...register[kind].keys()].filter((id) => existsFor(register, asker, kind, id));
      return ids.map((id) => ({
        method: endpoint.method,
        path: targetOf(endpoint, { productIds, parameter: name, id }),
      }));
    }),
  ];
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

const SALES_PLACES = [
  { account_id: ACCOUNT.alpha, location_id: LOCATION.utrecht, shop_id: SHOP.utrecht1 },
  { account_id: ACCOUNT.alpha, location_id: LOCATION.amsterdam, shop_id: SHOP.amsterdam },
  { account_id: ACCOUNT.alpha, location_id: null, shop_id: SHOP.webshop },
  { account_id: ACCOUNT.beta, location_id: LOCATION.beta, shop_id: SHOP.beta },
] as const;

type SalesPlace = (typeof SALES_PLACES)[number];

const MODELS = [ORDER.discountInCash, ORDER.fullDiscount, ORDER.negativeDiscount] as const;

/** Lets a lot happen where the asker sees nothing: sales, to new and known customers, other stock. `round` numbers it. */
async function changeOutside(store: Store, { account, lock }: Asker, round: number): Promise<void> {
  for (const [index, place] of SALES_PLACES.entries()) {
    const isSeen = place.account_id === account && (lock === null || lock === place.location_id);
    if (!isSeen) await sellAt(store, place, 800_000 + round * 1_000 + index * 100);
  }
}

async function sellAt({ db }: Store, place: SalesPlace, firstId: number): Promise<void> {
  const { account_id, location_id } = place;
  const isBeta = account_id === ACCOUNT.beta;
  const name = `Nieuw ${firstId}`;
  const address = { email: `${firstId}@new.example`, phone: '', city: '', country_iso2: 'NL' };
  await insertRows(db, 'customers', [
    { id: firstId, account_id, name, folded_name: foldText(name), ...address, date_created: 0 },
  ]);
  const segments = await db.selectFrom('segments').select('id').where('account_id', '=', account_id).execute();
  await insertRows(
    db,
    'customer_segments',
    segments.map(({ id }) => ({ account_id, customer_id: firstId, segment_id: id })),
  );
  // The regular buys wherever the account sells: a user who sees one place knows them and must not learn of the others.
  const regular = isBeta ? CUSTOMER.beta : CUSTOMER.zon;
  const sales = [firstId, regular].flatMap((customer_id) => MODELS.map((model) => ({ model, customer_id })));
  const ledger = { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta };
  const orders = sales.map(({ model, customer_id }, index) => {
    const { order, items, payments } = furtherOrder(model, firstId + index);
    return {
      order: { ...order, ...place, customer_id },
      items: items.map((item) => (isBeta && item.type === 'product' ? { ...item, ...ledger } : item)),
      payments: payments.map((paid) => (isBeta ? { ...paid, provider_id: PROVIDER.beta } : paid)),
    };
  });
  await insertOrders(db, orders);
  if (location_id === null) return;
  await db
    .updateTable('stock')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 111_000) }))
    .where('location_id', '=', location_id)
    .execute();
}
