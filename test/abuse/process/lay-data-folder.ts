import { cpSync } from 'node:fs';
import { openStore } from '../../../electron/store/open-store.ts';
import { type HttpsReceiver, startHttpsReceiver } from '../../support/https-receiver.ts';
import { PRODUCT } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { layGround } from '../kill-loop/lay-ground.ts';

/** Data folders that are all alike: a shop with webhooks whose receiver takes every message and never answers. */
export interface DataFolders {
  make(path: string): string;
  close(): Promise<void>;
}

export async function layDataFolders(run: SuiteRun, template: string): Promise<DataFolders> {
  const server = await startHttpsReceiver({ answer: () => 'silence' });
  const { folder } = await layGround(template, hungReceiver(run, server));
  const store = await openStore({ file: folder.store });
  // There is something to tell them as soon as the program runs.
  await store.db.updateTable('products').set({ title: 'new' }).where('id', '=', PRODUCT.cafe).execute();
  // The shop stays as it is: no demo shop is made of it.
  const kept = { account_id: 1, seed: 1, topped_up_until: 0, plan_version: 1, is_fixed: 1 as const };
  await store.db.insertInto('demo_shops').values(kept).execute();
  await store.close();
  return {
    make(path) {
      cpSync(template, path, { recursive: true });
      return path;
    },
    close: server.close,
  };
}

function hungReceiver(run: SuiteRun, server: HttpsReceiver) {
  return {
    server,
    forged: 0,
    urlOf: (name: string) => `https://127.0.0.1:${server.port}/${name}`,
    expect: (_name: string, { secret }: { readonly secret: string }) =>
      run.keepSecret('webhook secret', secret),
  };
}
