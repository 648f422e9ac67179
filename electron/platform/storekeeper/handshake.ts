import type { TSchema } from 'typebox';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import {
  CustomerRecord,
  HEADER_AMOUNTS,
  LocationRecord,
  OrderRecord,
  PaymentMethodRecord,
  ShopProductRecord,
  ShopRecord,
  TaxRateRecord,
} from './mapping/wire-records.ts';
import { amountOf, readRecord } from './mapping/wire-values.ts';
import { isPerhapsGone } from './storekeeper-client.ts';
import {
  configurationOf,
  DEFAULT_CONFIGURATION,
  filterDate,
  type ListFunction,
  type StoreKeeperFunction,
  where,
} from './storekeeper-functions.ts';
import type { PacedCall } from './storekeeper-pace.ts';
import type { StoreKeeperSession } from './storekeeper-sign-in.ts';

/** What is read of an account. Not all of it is given to everybody, and who may call which function is not known. */
export const RESOURCES = [
  'ownShop',
  'shops',
  'configuration',
  'taxRates',
  'paymentMethods',
  'locations',
  'customers',
  'products',
  'orders',
] as const;

export type Resource = (typeof RESOURCES)[number];

/** How one resource is read, to be shown: "read by …", "refused: …". */
export interface ResourcePlan {
  /** Null where it cannot be read. Orders that are read by `listOrderIds` are then read one by one with `getOrder`. */
  readonly readBy: StoreKeeperFunction | null;
  /** What was tried before, and what reads it although StoreKeeper failed at it now, with the reason as one harmless line. */
  readonly refused: readonly Refusal[];
}

export interface Refusal {
  readonly function: StoreKeeperFunction;
  readonly reason: string;
  /** StoreKeeper failed inside, which may pass. */
  readonly isPassing: boolean;
}

export interface ReadingPlan {
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly resources: Readonly<Record<Resource, ResourcePlan>>;
}

/** Finds out how each resource can be read. */
export interface Handshake {
  /** The plan, which is made again once it is a day old. Throws `PlatformError` where StoreKeeper cannot be asked. */
  plan(signal?: AbortSignal): Promise<ReadingPlan>;
  /** The next plan is a new one: a function of this one was refused. */
  forget(): void;
}

interface HandshakeDeps {
  readonly session: Pick<StoreKeeperSession, 'call'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The plan of an earlier run. */
  readonly known?: ReadingPlan | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Of a plan in which something was refused for a reason that may pass. */
const PASSING_MS = 15 * 60 * 1_000;

/** What a handshake found before StoreKeeper could no longer be asked, by session: the next one of it goes on there. */
const UNFINISHED = new WeakMap<HandshakeDeps['session'], Unfinished>();

interface Unfinished {
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly resources: Partial<Record<Resource, ResourcePlan>>;
}

export function createHandshake({ session, clock, known = null }: HandshakeDeps): Handshake {
  let plan = known;
  let making: Promise<ReadingPlan> | null = null;

  async function makePlan(signal: AbortSignal | undefined): Promise<ReadingPlan> {
    const before = UNFINISHED.get(session);
    const isRecent = before !== undefined && ageOf(clock, before.begunAt) < PASSING_MS;
    const { begunAt, resources } = isRecent ? before : { begunAt: clock.now(), resources: {} };
    const found = { ...resources };
    const failures: PlatformError[] = [];
    for (const resource of RESOURCES) {
      const proven = plan?.resources[resource].readBy ?? null;
      found[resource] ??= await planOf(CANDIDATES[resource], { session, clock, signal }, proven, failures);
      // Where nothing answers, it is not because of the functions.
      const [failure] = failures;
      const hasAnswered = Object.values(found).some(isAnswered);
      if (!hasAnswered && failure !== undefined && failures.length >= FAILURES_OF_ALL) throw failure;
      UNFINISHED.set(session, { begunAt, resources: { ...found } });
    }
    UNFINISHED.delete(session);
    return { madeAt: clock.now(), resources: found as Record<Resource, ResourcePlan> };
  }

  return {
    forget() {
      plan = null;
      UNFINISHED.delete(session);
    },

    async plan(signal) {
      if (plan !== null && isPlanFresh(plan, clock)) return plan;
      making ??= makePlan(signal).finally(() => {
        making = null;
      });
      plan = await making;
      return plan;
    },
  };
}

export function isPlanFresh({ madeAt, resources }: ReadingPlan, clock: Pick<Clock, 'now'>): boolean {
  const refused = Object.values(resources).flatMap((resource) => resource.refused);
  return ageOf(clock, madeAt) < (refused.some(({ isPassing }) => isPassing) ? PASSING_MS : DAY_MS);
}

/** Asks as somebody. Throws `NotInForm` for an answer that is not of the form, and what the session throws. */
type Ask = (context: AskContext) => Promise<void>;

interface AskContext {
  readonly session: Pick<StoreKeeperSession, 'call'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal | undefined;
  readonly paced: PacedCall;
}

interface Candidate {
  readonly function: StoreKeeperFunction;
  readonly ask: Ask;
}

/** An answer that is not what the resource is read from. The message is the reason that is shown. */
class NotInForm extends Error {
  override readonly name = 'NotInForm';
}

/** Of each resource what reads it, proven functions first. */
const CANDIDATES: Readonly<Record<Resource, readonly Candidate[]>> = {
  ownShop: [{ function: 'getShopWithRelation', ask: askOwnShop }],
  // Shops are known from orders too: this only adds those without orders.
  shops: [listing('listShops', ShopRecord)],
  configuration: [{ function: 'listConfigurations', ask: askConfiguration }],
  taxRates: [listing('listTaxRates', TaxRateRecord)],
  paymentMethods: [listing('listTranslatedPaymentMethodForHooks', PaymentMethodRecord)],
  locations: [listing('listLocationsForHook', LocationRecord)],
  customers: [listing('listCustomerRelations', CustomerRecord)],
  products: [
    listing('naturalSearchShopFlatProductForHooks', ShopProductRecord),
    listing('naturalSearchShopFlatProducts', ShopProductRecord),
  ],
  orders: [
    { function: 'listOrderIds', ask: askOrderIds },
    { function: 'listOrders', ask: askOrders },
  ],
};

/** So many functions failed, and none answered: StoreKeeper is not there. */
const FAILURES_OF_ALL = 3;

function isAnswered({ readBy, refused }: ResourcePlan): boolean {
  return readBy !== null || refused.some(({ isPassing }) => !isPassing);
}

/** `proven` read the resource until now: where StoreKeeper fails inside, it stays. Adds to `failures` what may pass. */
async function planOf(
  candidates: readonly Candidate[],
  deps: Omit<AskContext, 'paced'>,
  proven: StoreKeeperFunction | null,
  failures: PlatformError[],
): Promise<ResourcePlan> {
  const refused: Refusal[] = [];
  for (const candidate of candidates) {
    try {
      await candidate.ask({ ...deps, paced: pacedBy(candidate.function, deps.signal) });
      return { readBy: candidate.function, refused };
    } catch (error) {
      const { reason, failure } = reasonOf(error);
      if (failure !== null) failures.push(failure);
      refused.push({ function: candidate.function, reason, isPassing: failure !== null });
      if (failure !== null && candidate.function === proven) return { readBy: proven, refused };
    }
  }
  return { readBy: null, refused };
}

/** A stream of each function: its calls are repeated, and those of others go on where it rests. */
function pacedBy(name: StoreKeeperFunction, signal: AbortSignal | undefined): PacedCall {
  return { stream: `handshake ${name}`, ...(signal && { signal }) };
}

const REFUSALS: ReadonlySet<PlatformErrorCode> = new Set(['rejected', 'forbidden', 'invalid_answer']);

/** StoreKeeper failed, perhaps at this function alone: its program may break off where there is too much to answer. */
const FAILED: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout']);

/** `failure` is what may pass. Throws what says nothing of the function: StoreKeeper is not reached, or the session has ended. */
function reasonOf(error: unknown): { readonly reason: string; readonly failure: PlatformError | null } {
  if (error instanceof NotInForm) return { reason: error.message, failure: null };
  if (!(error instanceof PlatformError)) throw error;
  const hasFailed = FAILED.has(error.code) && !error.isUnreached;
  if (!hasFailed && !REFUSALS.has(error.code)) throw error;
  return { reason: error.message, failure: hasFailed ? error : null };
}

/** A list of which one row shows the form. An empty one is in form. */
function listing(name: ListFunction, schema: TSchema): Candidate {
  return {
    function: name,
    async ask({ session, paced }) {
      const { rows } = await session.call(name, { start: 0, limit: 1 }, paced);
      if (rows.some((row) => readRecord(schema, row) === null)) throw new NotInForm('Its rows have another form.');
    },
  };
}

async function askOwnShop({ session, paced }: AskContext): Promise<void> {
  await session.call('getShopWithRelation', {}, paced);
}

async function askConfiguration({ session, paced }: AskContext): Promise<void> {
  const list = await session.call('listConfigurations', DEFAULT_CONFIGURATION, paced);
  if (configurationOf(list) === null) throw new NotInForm('It has no configuration that is the default.');
}

const MONTH_MS = 31 * DAY_MS;

/** Orders that are read for a trial. One of them may have been deleted meanwhile. */
const TRIALS = 5;

/** Of an account that sold nothing for a month the list alone is tried. */
async function askOrderIds({ session, clock, paced }: AskContext): Promise<void> {
  const filters = [where('date_created', '>=', filterDate(clock.now() - MONTH_MS))];
  const ids = await session.call('listOrderIds', { filters }, paced);
  if (ids.length === 0) return;
  for (const id of ids.slice(-TRIALS)) {
    if ((await readOrder(session, id, paced)) !== null) return;
  }
  throw new NotInForm('None of the orders that it names can be read.');
}

/** Null for an order that is gone. Throws `NotInForm` where orders cannot be read. */
async function readOrder(session: AskContext['session'], id: number, paced: PacedCall) {
  try {
    const order = await session.call('getOrder', { id }, paced);
    if (Number(order.id) !== id) throw new NotInForm('getOrder answers another order than it is asked for.');
    return order;
  } catch (error) {
    if (isPerhapsGone(error)) return null;
    throw error;
  }
}

/** Nobody has seen this list: it is trusted where its rows are the orders themselves, in the order of their ids. */
async function askOrders({ session, paced }: AskContext): Promise<void> {
  const order = [{ name: 'id', dir: 'asc' as const }];
  const { rows } = await session.call('listOrders', { start: 0, limit: TRIALS, order }, paced);
  const records = rows.map((row) => readRecord(OrderRecord, row));
  const listed = records.filter((record) => record !== null);
  if (listed.length === 0 || listed.length < records.length) throw new NotInForm('It has no rows that are orders.');
  const ids = listed.map(({ id }) => Number(id));
  if (ids.some((id, at) => at > 0 && id <= (ids[at - 1] ?? 0))) throw new NotInForm('It is not in the order of ids.');
  let compared = 0;
  for (const row of listed) {
    const read = await readOrder(session, Number(row.id), paced);
    if (read === null) continue;
    compared += 1;
    if (figuresOf(row) !== figuresOf(read)) throw new NotInForm('Its rows have other amounts than the orders.');
  }
  if (compared === 0) throw new NotInForm('None of the orders that it names can be read.');
}

const ITEM_FIGURES = ['quantity', 'ppu', 'ppu_wt', 'price', 'price_wt', 'refunded_quantity', 'tax'] as const;

const TAX_FIGURES = ['tax', 'value', 'row_total', 'row_total_wt'] as const;

/** Every amount of an order, as a text to compare. */
function figuresOf(order: OrderRecord): string {
  const header = HEADER_AMOUNTS.flatMap((name) => [order[name], order[`${name}_wt`]]);
  const items = order.order_items?.map((item) => [Number(item.id), ITEM_FIGURES.map((name) => amountOf(item[name]))]);
  const taxes = order.order_taxes?.map((tax) => TAX_FIGURES.map((name) => amountOf(tax[name])));
  return JSON.stringify([header.map(amountOf), items ?? [], taxes ?? []]);
}
