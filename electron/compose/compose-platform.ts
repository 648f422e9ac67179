import type { PasswordHasher } from '../base/password-hasher.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import type { Platform } from '../platform/platform.ts';
import type { Teardown } from '../startup/teardown.ts';
import type { Store } from '../store/open-store.ts';
import { openPlatformThreads } from '../workers/platform-threads.ts';
import type { HostGround } from './window.ts';

export interface ComposedPlatform {
  readonly platform: Platform;
  /** Calls that take long fail at once. */
  readonly endLongCalls: () => void;
}

/** The built-in platform. On SQLite long calls have threads of their own; PostgreSQL works elsewhere anyway. */
export function composePlatform(
  { config, files, folder, clock, log }: HostGround,
  { store, hasher }: { readonly store: Store; readonly hasher: PasswordHasher },
  teardown: Teardown,
): ComposedPlatform {
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  if (config.server.database !== null) return { platform, endLongCalls: () => undefined };
  const threads = openPlatformThreads({
    script: files.platformThread,
    data: { file: folder.store },
    clock,
    onLost: (err) => log.error({ err }, 'a thread of the platform was lost'),
  });
  teardown.add('platform threads', threads.end);
  return { platform: threads.answering(platform), endLongCalls: () => void threads.end() };
}
