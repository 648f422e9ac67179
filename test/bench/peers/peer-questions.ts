import { PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { ApiConnection } from '../context/api-connection.ts';
import { type Answer, joinAnswers } from './peer-answers.ts';
import type { Asked, Month, Requests } from './peer-requests.ts';

export interface QuestionFacts {
  readonly products: number;
  readonly month: Month;
  readonly words: readonly string[];
}

/** What every program is asked. */
export interface Question {
  readonly measured: string;
  /** A rate with few and with many connections, or the time until the last of several requests is answered. */
  readonly unit: 'requests/s' | 'ms';
  /** One request after another; null where a program cannot do it. */
  ask(requests: Requests): readonly Asked[] | null;
  /** What the product is asked where it cannot do the same: the answers still have to be equal. */
  readonly expected?: (requests: Requests) => readonly Asked[];
}

export function questionsOf({ products, month, words }: QuestionFacts): readonly Question[] {
  const limit = PRODUCTS_CAP;
  const pages = Array.from({ length: Math.ceil(products / limit) }, (_, at) => at * limit);
  const drain = (requests: Requests) =>
    pages.map((start) => requests.products({ start, limit, isUncounted: start > 0 }));
  const rate = (measured: string, ask: (requests: Requests) => Asked): Question => ({
    ...{ measured, unit: 'requests/s' },
    ask: (requests) => [ask(requests)],
  });
  return [
    rate(`a page of ${limit} products and their total`, (requests) => requests.products({ start: 0, limit })),
    rate('the same without their total where it can be left out', (requests) =>
      requests.products({ start: 0, limit, isUncounted: true }),
    ),
    rate('the last page of them, with the total', (requests) => requests.products({ start: pages.at(-1) ?? 0, limit })),
    ...words.map((word) => rate(`search for “${word}”`, (requests) => requests.products({ start: 0, limit, word }))),
    rate(`discounted orders of ${month.from.slice(0, 7)}`, (requests) => requests.discountedOrders(month)),
    rate('turnover of that month', (requests) => requests.turnover(month)),
    { measured: `all products in pages of ${limit}`, unit: 'ms', ask: drain },
    {
      measured: 'all products in one answer',
      unit: 'ms',
      ask: ({ allProducts }) => allProducts && [allProducts],
      expected: drain,
    },
  ];
}

/** What it answers, read whole. */
export async function readAnswer({ address, token }: ApiConnection, asked: readonly Asked[]): Promise<Answer> {
  const answers: Answer[] = [];
  for (const { target, read } of asked) {
    const response = await fetch(`${address}${target}`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status !== 200) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    answers.push(read({ body: await response.text(), headers: response.headers }));
  }
  return joinAnswers(answers);
}

/** Asks everything once more, and reads only what the client has to work on. */
async function askOnce(api: ApiConnection, asked: readonly Asked[]): Promise<void> {
  for (const { target, read, isClientWork } of asked) {
    const body = await api.read(target);
    if (isClientWork) read({ body, headers: new Headers() });
  }
}

export async function timeOfAsking(api: ApiConnection, asked: readonly Asked[]): Promise<number> {
  const startedAt = performance.now();
  await askOnce(api, asked);
  return performance.now() - startedAt;
}

/** A program that takes longer for one answer is asked by one connection alone: sixteen would take minutes. */
export const ROUND_MS = 500;

/** Answers per second over so many connections: of half a second, or of one answer on each where that takes longer. */
export async function rateOfAsking(api: ApiConnection, asked: readonly Asked[], connections: number): Promise<number> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  let answers = 0;
  const ask = async () => {
    do {
      await askOnce(api, asked);
      answers += 1;
    } while (elapsedMs() < ROUND_MS);
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return (answers * 1_000) / elapsedMs();
}
