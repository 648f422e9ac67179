import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../../renderer/lib/host/query-client.ts';

beforeEach(() => void vi.useFakeTimers());

describe('a PC without a network', () => {
  it('still reads from its host', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));

    const read = createQueryClient().fetchQuery({ queryKey: ['figures'], queryFn: async () => 'figures' });

    expect(await Promise.race([read, vi.advanceTimersByTimeAsync(1_000)])).toBe('figures');
  });
});
