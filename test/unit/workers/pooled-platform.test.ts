import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, ProductQuery } from '../../../electron/platform/platform.ts';
import { poolPlatform } from '../../../electron/workers/pooled-platform.ts';
import { WorkerError } from '../../../electron/workers/worker-pool.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';

const caller = { accountId: 1, userId: 2 } as Caller;
const query: ProductQuery = { q: 'pan', start: 0, limit: 2 };

describe('poolPlatform', () => {
  const direct = createStandInPlatform({
    findProduct: async () => ({ id: 9 }),
    listReference: async () => [{ id: 3 }],
  } as unknown as Platform);

  function pooled(run: (call: unknown) => Promise<unknown>): Platform {
    return poolPlatform(direct, { run: (_file, input) => run(input) as never }, 'platform-task.ts');
  }

  it('runs slow reads in workers', async () => {
    const calls: unknown[] = [];
    const page = { total: 7, rows: [{ id: 1 }] };
    const platform = pooled(async (call) => {
      calls.push(call);
      return page;
    });

    expect(await platform.searchProducts(caller, query)).toBe(page);
    expect(await platform.listReference(caller, 'segments')).toBe(page);
    expect(calls).toEqual([
      { name: 'searchProducts', caller, args: [query] },
      { name: 'listReference', caller, args: ['segments'] },
    ]);
  });

  it('runs reads of single rows and short lists in this thread', async () => {
    const platform = pooled(() => Promise.reject(new Error('asked of a worker')));
    expect(await platform.findProduct(caller, 9)).toEqual({ id: 9 });
    expect(await platform.listReference(caller, 'brands' as never)).toEqual([{ id: 3 }]);
  });

  it('runs discounted orders of up to 31 days in this thread, and of more days in a worker', async () => {
    const calls: string[] = [];
    const platform = poolPlatform(
      createStandInPlatform({
        listDiscountOrders: async () => [{ id: 5 }],
        readDiscountOrders: async () => ({ rows: [{ id: 5 }], next: null }),
      } as unknown as Platform),
      { run: async (_file, input) => calls.push((input as { name: string }).name) as never },
      'platform-task.ts',
    );
    const month = { from: '2026-08-01', to: '2026-08-31', only_full: false, include_negative: false };
    const longer = { ...month, to: '2026-09-01' };

    expect(await platform.listDiscountOrders(caller, month)).toEqual([{ id: 5 }]);
    expect(await platform.readDiscountOrders(caller, month, null)).toEqual({ rows: [{ id: 5 }], next: null });
    expect(calls).toEqual([]);
    await platform.listDiscountOrders(caller, longer);
    await platform.readDiscountOrders(caller, longer, null);
    expect(calls).toEqual(['listDiscountOrders', 'readDiscountOrders']);
  });

  it('runs at most two calls of one user at once, and refuses them if 300 wait', async () => {
    const released = Promise.withResolvers<object>();
    let running = 0;
    const platform = pooled(() => {
      running += 1;
      return released.promise;
    });
    const other = { ...caller, userId: 3 };
    const calls = Array.from({ length: 302 }, () => platform.searchProducts(caller, query));

    expect(running).toBe(2);
    await expect(platform.searchProducts(caller, query)).rejects.toMatchObject({ code: 'unavailable' });
    calls.push(platform.searchProducts(other, query));
    expect(running).toBe(3);
    released.resolve({ total: 0, rows: [] });
    await Promise.all(calls);
  });

  it('is unavailable if a worker crashes, and passes programming errors on', async () => {
    const lost = pooled(() => Promise.reject(new WorkerError('The worker ended before it answered.')));
    const mistaken = pooled(() => Promise.reject(new TypeError('x is not a function')));

    await expect(lost.listStock(caller, query)).rejects.toMatchObject({ name: 'PlatformError', code: 'unavailable' });
    await expect(mistaken.readReport(caller, 'payments', {} as never)).rejects.toBeInstanceOf(TypeError);
  });
});
