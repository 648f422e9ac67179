import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiFailure } from '../../../renderer/lib/host/api-client.ts';
import { createQueryClient } from '../../../renderer/lib/query-client.ts';

const platformFailure = new ApiFailure('no answer of the platform', 502, 'request-1');

beforeEach(() => void vi.useFakeTimers());

describe('figures that could not be refreshed', () => {
  it('stay, and are read again after 2, 8, 30 and 30 s', async () => {
    const { asked, result } = await shownThenFailing(platformFailure);
    await expectNextAfter(asked, 2_000);
    await expectNextAfter(asked, 8_000);
    await expectNextAfter(asked, 30_000);
    await expectNextAfter(asked, 30_000);
    expect(result()).toMatchObject({ data: 'figures', isError: true });
  });

  it('are not asked for again when they were refused', async () => {
    const { asked } = await shownThenFailing(new ApiFailure('no such shop', 400, 'request-2'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked.count).toBe(2);
  });
});

describe('a PC without a network', () => {
  it('reads from its host all the same', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));

    const read = createQueryClient().fetchQuery({ queryKey: ['figures'], queryFn: async () => 'figures' });

    expect(await Promise.race([read, vi.advanceTimersByTimeAsync(1_000)])).toBe('figures');
  });
});

/** Read once, and then failing. */
async function shownThenFailing(error: Error) {
  const asked = { count: 0 };
  let failure: Error | null = null;
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['figures'],
    queryFn: () => {
      asked.count += 1;
      return failure ? Promise.reject(failure) : Promise.resolve('figures');
    },
  });
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  failure = error;
  await observer.refetch();
  expect(asked.count).toBe(2);
  return {
    asked,
    client,
    result: () => observer.getCurrentResult(),
    answer: (next: Error | null) => {
      failure = next;
    },
  };
}

async function expectNextAfter(asked: { count: number }, ms: number): Promise<void> {
  const before = asked.count;
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(asked.count).toBe(before);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.count).toBe(before + 1);
}
