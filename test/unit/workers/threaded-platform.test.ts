import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { jsonRowsOf, type PackedAnswer, withJsonRows } from '../../../electron/platform/json-rows.ts';
import type { Platform, ProductQuery } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { answerCallsOf } from '../../../electron/workers/answer-platform-calls.ts';
import { withThreads } from '../../../electron/workers/platform-threads.ts';
import { ThreadError } from '../../../electron/workers/thread-messages.ts';
import type { ThreadedCall } from '../../../electron/workers/threaded-calls.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';

const caller = { accountId: 1, userId: 2 } as Caller;
const query: ProductQuery = { q: 'pan', start: 0, limit: 2 };
const rows = [{ id: 1 }, { id: 2 }];

describe('withThreads', () => {
  const asked: ThreadedCall[] = [];
  const inThread = answerCallsOf({
    searchProducts: async () => withJsonRows({ total: 7 }, jsonRowsOf(rows)),
    listOrderItems: async () => ({ total: 3, rows, sums: { value: 1.5 } }),
    listCustomers: async () => ({ total: 1, rows: [{ id: 4, name: 'Jo', password_hash: 'secret' }] }),
    findCustomer: async () => null,
    readReport: async () => rows,
  } as unknown as Platform);
  const direct = createStandInPlatform({
    findProduct: async () => ({ id: 9 }),
    searchProducts: async () => ({ total: 9, rows }),
    listReference: async () => [{ id: 3 }],
  } as unknown as Platform);
  const thread = (ask: (call: ThreadedCall) => Promise<PackedAnswer>) => ({ ask });
  const refused = thread(() => Promise.reject(new Error('asked of the wrong thread')));
  const refusing = { lists: refused, drains: refused, figures: refused, sales: refused };
  const working = thread((call) => {
    asked.push(call);
    return inThread(structuredClone(call)).then((answer) => structuredClone(answer));
  });

  it('asks the thread of the call and sends the rows of a page on as they are', async () => {
    const platform = withThreads(direct, { ...refusing, lists: working });
    const page = await platform.searchProducts(caller, query);

    expect(asked.at(-1)).toEqual({ name: 'searchProducts', caller, args: [query] });
    expect(page).toEqual({ total: 7, rows });
    expect(page.json?.count).toBe(2);
    expect(await platform.findCustomer(caller, 5)).toBeNull();
  });

  it('makes rows JSON with the fields of the contract alone, whatever a platform adds', async () => {
    const platform = withThreads(direct, { ...refusing, lists: working });
    const { json } = await platform.listCustomers(caller, query as never);

    expect(JSON.parse(new TextDecoder().decode(json?.bytes))).toEqual([{ id: 4, name: 'Jo' }]);
  });

  it('keeps what a page has besides its rows', async () => {
    const platform = withThreads(direct, { ...refusing, figures: working });
    const page = await platform.listOrderItems(caller, query as never);

    expect(page).toEqual({ total: 3, rows, sums: { value: 1.5 } });
    expect(await platform.readReport(caller, 'turnoverByDay', {} as never)).toEqual(rows);
  });

  it('knows a failure of the platform again when it comes out of a thread', async () => {
    const failure = Object.assign(new Error('The shop data cannot be read.'), {
      name: 'PlatformError',
      code: 'timeout',
    });
    const failing = thread(() => Promise.reject(failure));
    const call = withThreads(direct, { ...refusing, lists: failing }).searchProducts(caller, query);

    await expect(call).rejects.toBeInstanceOf(PlatformError);
    await expect(call).rejects.toMatchObject({ code: 'timeout', message: 'The shop data cannot be read.' });
  });

  it('is unavailable when a thread is gone, and passes a mistake on as it is', async () => {
    const gone = thread(() => Promise.reject(new ThreadError('The thread failed.')));
    const mistaken = thread(() => Promise.reject(new TypeError('x is not a function')));
    const platform = withThreads(direct, { ...refusing, lists: gone, figures: mistaken });

    await expect(platform.listStock(caller, query)).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'unavailable',
    });
    await expect(platform.readReport(caller, 'payments', {} as never)).rejects.toBeInstanceOf(TypeError);
  });
});
