import { describe, expect, it } from 'vitest';
import { createOpenPlatforms } from '../../../electron/platform/several-platforms.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';

function opening(most: number) {
  const closed: string[] = [];
  const platforms = createOpenPlatforms(
    (address) => ({
      platform: createStandInPlatform(),
      webhooks: null,
      close: () => void closed.push(address),
    }),
    most,
  );
  return { closed, platforms, ask: (address: string) => platforms.ask(address, async () => address) };
}

describe('open platforms', () => {
  it('close none that is in use, and close it afterwards', async () => {
    const { closed, platforms, ask } = opening(1);
    const slow = Promise.withResolvers<string>();
    const waiting = platforms.ask('slow', () => slow.promise);
    await ask('quick');
    expect(closed).toEqual(['quick']);

    slow.resolve('answered');
    expect(await waiting).toBe('answered');
    await ask('other');
    expect(closed).toEqual(['quick', 'slow']);
  });

  it('stay open if a call fails, and pass the failure on', async () => {
    const { closed, platforms } = opening(1);
    const failing = platforms.ask('one', async () => {
      throw new Error('of the call');
    });
    await expect(failing).rejects.toThrow('of the call');
    expect(closed).toEqual([]);
  });

  it('close all at the end, also those in use', async () => {
    const { closed, platforms, ask } = opening(3);
    void platforms.ask('slow', () => new Promise(() => undefined));
    await ask('quick');
    await platforms.close();

    expect(closed).toEqual(['slow', 'quick']);
  });
});
