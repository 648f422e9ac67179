import type { CopyDb } from '../../store/copies/copy-store.ts';
import type { PlatformAdapter } from '../platform-adapter.ts';
import { createCatalogSource, statusOfCatalog } from './copied-catalog.ts';
import { createRemotePlatform } from './remote-platform.ts';

/** Another deployment of the same API, whose catalog is copied. */
export const deploymentAdapter: PlatformAdapter<CopyDb> = {
  open({ answerFrom, ...context }) {
    const { webhooks, close, ...platform } = createRemotePlatform(context);
    return { opened: { platform, webhooks, close }, source: createCatalogSource(platform, answerFrom) };
  },
  readCopyStatus: statusOfCatalog,
};
