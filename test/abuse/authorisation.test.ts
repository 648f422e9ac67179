import { describe, expect, it } from 'vitest';
import { moveStock } from '../../electron/store/catalog/catalog-writer.ts';
import { recordCustomerChanges } from '../../electron/store/changes/record-changes.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import { foldText } from '../../shared/fold-text.ts';
import { createFurtherOrder } from '../support/copied-order.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';
import { pickBySize } from '../support/test-size.ts';
import {
  type Asker,
  existsFor,
  ID_PARAMETERS,
  type IdParameter,
  type RecordRegister,
  targetOf,
  USER_ENDPOINTS,
} from './authorisation/authorisation-matrix.ts';
import { type GuardedShop, openGuardedShop, PASSWORD, type SignedInAsker } from './authorisation/guarded-shop.ts';
import { kindOf, walkEndpoints, walkIds } from './authorisation/matrix-walk.ts';
import { plantWebhooks, walkForeignWebhooks, walkOwnWebhooks } from './authorisation/webhook-walk.ts';
import { createSecretSearch } from './harness/secret-search.ts';

const shop = await openPerFile(openGuardedShop);
const planted = await plantWebhooks(shop);
const secrets = createSecretSearch();
const customersOfBeta = createSecretSearch();
let answersHeard = 0;

/** One for each way in which a user's view can be limited, and one for each in which webhooks can. */
const FEW = ['owner of alpha', 'owner of beta', `staff of alpha locked to ${LOCATION.utrecht}`];
const FEW_OF_WEBHOOKS = ['owner of beta', `owner of alpha locked to ${LOCATION.amsterdam}`, FEW[2]];

const withTokens = shop.askers.filter(({ by }) => by === 'token');
const named = (names: readonly (string | undefined)[], by: SignedInAsker['by'] = 'token') =>
  shop.askers.filter((asker) => names.includes(asker.name) && asker.by === by);
const askers = pickBySize({ quick: named(FEW), full: [...withTokens, ...named(FEW, 'api key')] });
const askersOfWebhooks = pickBySize({ quick: named(FEW_OF_WEBHOOKS), full: shop.askers });

const UNKNOWN_IDS = [0, 999_999, 999_999_999_999_999];

/** The first record visible at each place, and one that does not exist. */
function fewIds(register: RecordRegister, parameter: IdParameter): number[] {
  const byOwner = Map.groupBy(register[kindOf(parameter)], ([, owner]) => JSON.stringify(owner));
  return [0, ...[...byOwner.values()].flatMap(([first]) => (first === undefined ? [] : [first[0]]))];
}

function idsOfItsKind(register: RecordRegister, parameter: IdParameter): number[] {
  return [...register[kindOf(parameter)].keys(), ...UNKNOWN_IDS];
}

/** The shop. All its answers are searched for secrets, and those to alpha for the customers of beta. */
async function overheard(): Promise<GuardedShop> {
  secrets.keepSecret('password', PASSWORD);
  for (const { by, secret } of shop.askers) secrets.keepSecret(by, secret);
  for (const { secret } of planted) secrets.keepSecret('webhook secret', secret);
  const ofBeta = shop.store.db.selectFrom('customers').select('email').where('account_id', '=', ACCOUNT.beta);
  for (const { email } of await ofBeta.execute()) customersOfBeta.keepSecret('address of a customer', email);
  const ofAlpha = new Set(shop.askers.filter(({ account }) => account === ACCOUNT.alpha).map(({ secret }) => secret));
  const send: GuardedShop['service']['send'] = async (method, target, sending) => {
    const answer = await shop.service.send(method, target, sending);
    answersHeard += 1;
    secrets.hear(`${method} ${target}`, answer.text);
    if (ofAlpha.has(sending?.token ?? '')) customersOfBeta.hear(`${method} ${target}`, answer.text);
    return answer;
  };
  return { ...shop, service: { ...shop.service, send } };
}

const heard = await overheard();

describe('users of two accounts, of every role and locked to every kind of location', () => {
  it('see nothing of others in any list, report or feed, in any order and by any search', async () => {
    const { tried, breaches } = await walkEndpoints(heard, askers);
    expect(breaches).toEqual([]);
    expect(tried).toBeGreaterThan(200);
  });

  it('get the same answer for ids of others as for missing ids, at every parameter', async () => {
    const { tried, breaches } = await walkIds(heard, askers, pickBySize({ quick: fewIds, full: idsOfItsKind }));
    expect(breaches).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });

  it('list and read only their own webhooks', async () => {
    expect((await walkOwnWebhooks(heard, planted, askersOfWebhooks)).breaches).toEqual([]);
  });

  it('get webhooks and deliveries of others reported as unknown, and leave no trace there', async () => {
    const { tried, breaches } = await walkForeignWebhooks(heard, planted, askersOfWebhooks);
    expect(breaches).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  // Others sell at other locations and in the other account. A user who is locked to a location could notice both.
  it.each(pickBySize({ quick: named(FEW.slice(2)), full: withTokens }))(
    'get exactly the same answers while others sell: $name',
    async (asker) => {
      const targets = listTargets(await shop.readRegister(), asker);
      const before = await answersTo(asker, targets);
      await changeOutside(shop.store, asker);
      const after = await answersTo(asker, targets);
      expect(targets.map(({ path }) => path).filter((_, at) => before[at] !== after[at])).toEqual([]);
    },
  );

  it('get no password, token, key or webhook secret in any answer or log, and no customer of the other account', () => {
    const log = JSON.stringify(shop.service.records);
    secrets.hear('the log', log);
    customersOfBeta.hear('the log', log);
    expect(secrets.found).toEqual([]);
    expect(customersOfBeta.found).toEqual([]);
    expect(answersHeard).toBeGreaterThan(1_000);
  });
});

/** Encrypted separately for each answer, so no user can read in it where the feed of the whole account ends. */
const NEXT_CURSOR = /"next_cursor":"[\w.-]+"/;

interface Target {
  readonly method: string;
  readonly path: string;
}

/** The widest call of every endpoint, and one for every id that the asker may pass. */
function listTargets(register: RecordRegister, asker: SignedInAsker): Target[] {
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

async function answersTo({ secret }: SignedInAsker, targets: readonly Target[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { method, path } of targets) {
    const { text } = await heard.service.send(method, path, { token: secret });
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

/** Changes a lot where the asker sees nothing: sales, to new and known customers, and other stock. */
async function changeOutside(store: Store, { account, lock, user }: Asker): Promise<void> {
  for (const [index, place] of SALES_PLACES.entries()) {
    const isSeen = place.account_id === account && (lock === null || lock === place.location_id);
    if (!isSeen) await sellAt(store, place, user * 10_000 + index * 100);
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
  await recordCustomerChanges(db, account_id, []);
  // The regular buys everywhere in the account. A user who sees one location knows this customer and must not learn of
  // the others.
  const regular = isBeta ? CUSTOMER.beta : CUSTOMER.zon;
  const sales = [firstId, regular].flatMap((customer_id) => MODELS.map((model) => ({ model, customer_id })));
  const ledger = { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta };
  const orders = sales.map(({ model, customer_id }, index) => {
    const { order, items, payments } = createFurtherOrder(model, firstId + index);
    return {
      order: { ...order, ...place, customer_id },
      items: items.map((item) => (isBeta && item.type === 'product' ? { ...item, ...ledger } : item)),
      payments: payments.map((paid) => (isBeta ? { ...paid, provider_id: PROVIDER.beta } : paid)),
    };
  });
  await insertOrders(db, orders);
  if (location_id === null) return;
  const stocked = await db.selectFrom('stock').select('product_id').where('location_id', '=', location_id).execute();
  const movements = stocked.map(({ product_id }) => ({ product_id, location_id, by: 111_000 }));
  await moveStock(db, account_id, movements);
}
