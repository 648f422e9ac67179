import type { Store } from '../../electron/store/open-store.ts';
import type { Credentials } from '../../shared/contract/auth.ts';
import { NOW } from './fixed-clock.ts';
import { type OpenedPlatform, openDemoPlatform, openFixturePlatform } from './fixture-platform.ts';
import { type RunningService, startService } from './running-service.ts';
import { CREDENTIALS } from './shop-fixture.ts';

export const DEMO_OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

export type SignedIn = 'owner' | 'accountant' | 'staff' | 'beta';

interface ServiceWithStore extends RunningService {
  readonly store: Store;
}

export interface FixtureService extends ServiceWithStore {
  readonly tokens: Readonly<Record<SignedIn, string>>;
}

/**
 * Starts the service over the embedded platform with the fixture shop, and signs in every user who can. A store given
 * as `file` already holds the shop.
 */
export async function startFixtureService(options: { file?: string } = {}): Promise<FixtureService> {
  const service = await startOn(await openFixturePlatform({ ...options, now: NOW }));
  const tokens = {
    owner: await service.signIn(CREDENTIALS.owner),
    accountant: await service.signIn(CREDENTIALS.accountant),
    staff: await service.signIn(CREDENTIALS.staff),
    beta: await service.signIn(CREDENTIALS.beta),
  };
  return { ...service, tokens };
}

export interface DemoService extends ServiceWithStore {
  readonly token: string;
}

/** Starts the service over the embedded platform with the demo shops as they are at `NOW`, and signs in the owner. */
export async function startDemoService(options: { docsFolder?: string } = {}): Promise<DemoService> {
  const service = await startOn(await openDemoPlatform(), options);
  return { ...service, token: await service.signIn(DEMO_OWNER) };
}

async function startOn(
  { platform, clock, store }: OpenedPlatform,
  options: { docsFolder?: string } = {},
): Promise<ServiceWithStore> {
  const service = await startService({ ...options, platform, clock, store });
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, store, stop };
}
