import type { Platform } from '../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { type RunningService, startService } from '../../support/running-service.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';

/** Must never be read in an answer. */
export const CANARY = 'canary-7f3a';

/** A platform of which every method but those that sign somebody in throws. */
export function createFailingPlatform(fail: () => never): Platform {
  const { capabilitiesOf, signIn, identify, ...methods } = createStandInPlatform();
  const failing = Object.fromEntries(Object.keys(methods).map((name) => [name, async () => fail()]));
  return { capabilitiesOf, signIn, identify, ...methods, ...failing };
}

export interface SpyService extends RunningService {
  readonly token: string;
}

/** The service before the fixture shop, of which every record, however deep, tells more than the contract. */
export async function startTalkativeService(): Promise<SpyService> {
  const { store, clock, platform } = await openFixturePlatform();
  const service = await startService({ store, clock, platform: talkative(platform) });
  const token = await service.signIn(CREDENTIALS.owner);
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, token, stop };
}

function talkative(platform: Platform): Platform {
  return new Proxy(platform, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => withSecrets(await Reflect.apply(member, target, given));
    },
  });
}

function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withSecrets(member)]);
  return {
    ...Object.fromEntries(members),
    secret: CANARY,
    password_hash: CANARY,
    _upstream: { token: CANARY, rows: [{ secret: CANARY }] },
  };
}
