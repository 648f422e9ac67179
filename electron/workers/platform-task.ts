import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { makeCall, type PlatformCalls, type PortCall } from '../platform/platform-calls.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { createTask, getPoolData } from './tasks.ts';

let platform: Platform | undefined;

function openPlatform(): Platform {
  const { db } = openReader(getPoolData<StoreFile>().file);
  return createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
}

export default createTask((call: PortCall<PlatformCalls>) => {
  platform ??= openPlatform();
  return makeCall<PlatformCalls>(platform, call);
});
