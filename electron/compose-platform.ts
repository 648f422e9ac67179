import type { HostGround } from './compose-window.ts';
import type { Teardown } from './launch/teardown.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import type { PasswordHasher } from './platform/embedded/password-hasher.ts';
import type { Platform } from './platform/platform.ts';
import { openPlatformThreads } from './platform/threads/platform-threads.ts';
import type { Store } from './store/open-store.ts';

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
