import { createRandomStream, type Random } from '../../../electron/platform/demo/prng.ts';
import { addDays, countDaysBetween, getInstants } from '../../../shared/calendar.ts';
import { MAX_ORDERS } from '../../../shared/contract/orders.ts';
import { MAX_PRODUCTS } from '../../../shared/contract/products.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ApiConnection } from '../context/api-connection.ts';
import { type Answer, joinAnswers } from './peer-answers.ts';
import type { Asked, DayRange, Requests } from './peer-requests.ts';
import type { Floor } from './peers-table.ts';

export interface QuestionFacts {
  readonly titles: readonly string[];
  readonly twoYears: Period;
  countOrders(period: Period): number;
}

/** A question for every program. */
export interface Question {
  readonly measured: string;
  /** A rate, or the time until the last of several requests is answered. */
  readonly unit: 'requests/s' | 'ms';
  readonly connections: readonly number[];
  readonly floor: Floor | null;
  /** The requests for this index, different for each index; `null` if a program cannot answer the question. */
  ask(requests: Requests, index: number): readonly Asked[] | null;
  /** What Tilldesk is asked instead if it cannot answer the question. The answers must still be equal. */
  readonly expected?: (requests: Requests, index: number) => readonly Asked[];
}

export const MAX_CONNECTIONS = 8;
const CONNECTIONS = [1, MAX_CONNECTIONS];

export function createQuestions({ titles, twoYears, countOrders }: QuestionFacts): readonly Question[] {
  const limit = MAX_PRODUCTS;
  const offsets = createSeries('offset', (random) => random.drawInteger(0, titles.length - limit));
  const searches = createSeries('search', (random) => drawWords(random, titles));
  const reportMonths = createSeries('report', (random) => drawMonth(random, twoYears));
  const discountMonths = createSeries('discounts', (random) => drawMonth(random, twoYears));
  const orderPages = createSeries('orders', (random) => {
    const days = random.chance(0.5) ? drawMonth(random, twoYears) : drawDays(random, twoYears, 1, 31);
    const pages = Math.ceil(countOrders(days) / MAX_ORDERS);
    return { days, page: { start: random.drawInteger(0, Math.max(0, pages - 1)) * MAX_ORDERS, limit: MAX_ORDERS } };
  });
  const firstLengths = createSeries('length of the first page', (random) => random.drawInteger(1, limit));

  /** The first page has a different length each time, so that no page is requested twice. */
  const askAllPages = (requests: Requests, index: number) => {
    const length = firstLengths(index);
    const following = Math.ceil((titles.length - length) / limit);
    const rest = Array.from({ length: following }, (_, page) => ({ start: length + page * limit, limit }));
    return [{ start: 0, limit: length }, ...rest].map(requests.products);
  };

  return [
    {
      ...{ measured: `a page of ${limit} products at a random offset`, unit: 'requests/s', connections: CONNECTIONS },
      floor: { timesBareServer: 0.8 },
      ask: (requests, index) => [requests.products({ start: offsets(index), limit })],
    },
    {
      ...{ measured: `all products in pages of ${limit}`, unit: 'ms', connections: CONNECTIONS },
      floor: { timesBareServer: 0.8 },
      ask: askAllPages,
    },
    {
      ...{ measured: 'all products in one answer', unit: 'ms', connections: [1], floor: null },
      ask: ({ allProducts }) => allProducts && [allProducts],
      expected: askAllPages,
    },
    {
      ...{ measured: 'search for two random words', unit: 'requests/s', connections: CONNECTIONS },
      floor: { timesBareServer: 1 },
      ask: (requests, index) => [requests.search(searches(index), { start: 0, limit })],
    },
    {
      ...{ measured: 'report of a random month', unit: 'requests/s', connections: CONNECTIONS },
      floor: { timesBareServer: 1 },
      ask: (requests, index) => [requests.turnover(reportMonths(index))],
    },
    {
      ...{
        measured: 'orders of random days at a random page, with sums',
        unit: 'requests/s',
        connections: CONNECTIONS,
      },
      floor: { timesBareServer: 1 },
      ask: (requests, index) => requests.orders(orderPages(index).days, orderPages(index).page),
    },
    {
      ...{ measured: 'discounted orders of a random month', unit: 'requests/s', connections: CONNECTIONS },
      floor: { timesBareServer: 0.8 },
      ask: (requests, index) => [requests.discountedOrders(discountMonths(index))],
    },
  ];
}

const SEED = 46;
const MAX_DRAWS = 10_000;

/** Random values, always in the same order and without repeats. */
function createSeries<Value>(name: string, draw: (random: Random) => Value): (index: number) => Value {
  const random = createRandomStream(SEED, name);
  const values: Value[] = [];
  const known = new Set<string>();
  return (index) => {
    for (let draws = 0; values.length <= index; draws += 1) {
      if (draws === MAX_DRAWS) throw new Error(`The store is too small: it has no ${name} number ${index + 1}.`);
      const value = draw(random);
      const key = JSON.stringify(value);
      if (known.has(key)) continue;
      known.add(key);
      values.push(value);
    }
    return values[index] as Value;
  };
}

/** As many days as a month has, from any day on: there are only 24 months in two years. */
const drawMonth = (random: Random, within: Period) => drawDays(random, within, 28, 31);

function drawDays(random: Random, { from, to }: Period, min: number, max: number): DayRange {
  const days = random.drawInteger(min, max);
  const first = addDays(from, random.drawInteger(0, countDaysBetween(from, to) + 1 - days));
  const last = addDays(first, days - 1);
  return { from: first, to: last, ...getInstants(first, last) };
}

/** Two different words of a title, so that something is found; without accents, which only Tilldesk ignores. */
function drawWords(random: Random, titles: readonly string[]): readonly [string, string] {
  for (;;) {
    const words = new Set(random.pick(titles).toLowerCase().split(' '));
    const [first, second] = random.shuffle([...words].filter((word) => /^[a-z]{3,}$/.test(word)));
    if (first !== undefined && second !== undefined) return first < second ? [first, second] : [second, first];
  }
}

/** The whole answer, parsed. */
export async function readAnswer({ address, token }: ApiConnection, asked: readonly Asked[]): Promise<Answer> {
  const answers: Answer[] = [];
  for (const { target, read } of asked) {
    const response = await fetch(`${address}${target}`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status !== 200) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    answers.push(read({ body: await response.text(), headers: response.headers }));
  }
  return joinAnswers(answers);
}

/** Parses only what the client needs for its own work. */
async function askOnce(api: ApiConnection, { target, read, isClientWork }: Asked): Promise<void> {
  const body = await api.read(target);
  if (isClientWork) read({ body, headers: new Headers() });
}

/** Milliseconds until all requests are answered over this many connections. */
export async function timeOfAsking(api: ApiConnection, asked: readonly Asked[], connections: number): Promise<number> {
  const startedAt = performance.now();
  const waiting = asked.values();
  const ask = async () => {
    for (const request of waiting) await askOnce(api, request);
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return performance.now() - startedAt;
}

const ROUND_MS = 1_000;
/** Per round: there are enough random months for this many. */
const MAX_ANSWERS = 250;

/** Answers per second over this many connections, each of which sends the next request after its answer. */
export async function rateOfAsking(
  api: ApiConnection,
  nextAsked: () => readonly Asked[],
  connections: number,
): Promise<number> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  let answers = 0;
  const ask = async () => {
    do {
      answers += 1;
      for (const request of nextAsked()) await askOnce(api, request);
    } while (elapsedMs() < ROUND_MS && answers < MAX_ANSWERS);
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return (answers * 1_000) / elapsedMs();
}
