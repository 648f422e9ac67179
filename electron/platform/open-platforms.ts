import type { Platform } from './platform.ts';
import type { PlatformWebhooks } from './platform-webhooks.ts';

/** Another deployment as it is asked. */
export interface OpenedPlatform {
  readonly platform: Platform;
  /** Null for one that never has webhooks. */
  readonly webhooks: PlatformWebhooks | null;
  /** Ends connections and forgets what is kept in memory. Never rejects. */
  close(): void | Promise<void>;
}

/** Opens a platform by its base URL. */
export type OpenPlatform = (address: string) => OpenedPlatform;

/** Platforms that are open, one for each base URL. */
export interface OpenPlatforms {
  /** Opens it first where it is not open. It is not closed while the call is under way, unless all are. */
  ask<Answer>(address: string, call: (opened: OpenedPlatform) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

interface Kept {
  readonly opened: OpenedPlatform;
  callsUnderWay: number;
}

/** Beyond `most` those that nobody asks are closed, the one that was asked longest ago first. */
export function createOpenPlatforms(open: OpenPlatform, most: number): OpenPlatforms {
  /** In the order in which they were last asked. */
  const kept = new Map<string, Kept>();

  function take(address: string): Kept {
    const known = kept.get(address) ?? { opened: open(address), callsUnderWay: 0 };
    kept.delete(address);
    kept.set(address, known);
    return known;
  }

  async function closeBeyondMost(): Promise<void> {
    const idle = [...kept].filter(([, { callsUnderWay }]) => callsUnderWay === 0);
    const beyond = idle.slice(0, Math.max(kept.size - most, 0));
    for (const [address] of beyond) kept.delete(address);
    await Promise.all(beyond.map(([, { opened }]) => opened.close()));
  }

  return {
    async ask(address, call) {
      const platform = take(address);
      platform.callsUnderWay += 1;
      try {
        return await call(platform.opened);
      } finally {
        platform.callsUnderWay -= 1;
        await closeBeyondMost();
      }
    },

    async close() {
      const all = [...kept.values()];
      kept.clear();
      await Promise.all(all.map(({ opened }) => opened.close()));
    },
  };
}
