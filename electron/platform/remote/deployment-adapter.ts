import type { CopyDb } from '../../store/copies/copy-store.ts';
import type { PlatformAdapter } from '../platform-adapter.ts';
import { createCatalogSource, readCatalogStatus } from './copied-catalog.ts';
import { createRemotePlatform } from './remote-platform.ts';

/** Another deployment of the same API. Its catalog is copied. */
export const deploymentAdapter: PlatformAdapter<CopyDb> = {
  open({ createCalls, ...context }) {
    const { webhooks, close, ...platform } = createRemotePlatform(context);
    return { opened: { platform, webhooks, close }, source: createCatalogSource(platform, createCalls) };
  },
  readCopyStatus: readCatalogStatus,
};
