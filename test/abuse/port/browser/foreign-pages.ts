import type { BrowserContext } from 'playwright';
import type { SuiteRun } from '../../harness/suite.ts';
import { BREACHES, COUNTS } from '../figures.ts';
import type { Ground } from '../ground.ts';
import { attackFrom, type PageTargets } from './foreign-page.ts';
import { openPageServer } from './page-server.ts';

/** Pages of other origins, in a browser that the program has let in: nothing is read, and nothing happens. */
export async function visitForeignPages(
  run: SuiteRun,
  ground: Ground,
  context: BrowserContext,
): Promise<void> {
  const server = await openPageServer('127.0.0.1', 0);
  const visit = async (address: string, targets: PageTargets) => {
    const page = await context.newPage();
    await page.goto(address);
    const { attempts, reads } = await attackFrom(page, targets);
    run.count(COUNTS.pages, attempts);
    if (attempts === 0) run.breach(BREACHES.shortfalls, `${address} tried nothing`);
    for (const read of reads) run.breach(BREACHES.reads, `${address}: ${read}`);
    await page.close();
  };
  const before = { api: ground.api.runs.length, ui: ground.ui.runs.length };
  try {
    const visits = ['127.0.0.1', 'localhost', 'evil.example'].flatMap((name) =>
      targetsOf(ground).map((targets) => visit(`http://${name}:${server.port}/`, targets)),
    );
    await Promise.all(visits);
  } finally {
    server.close();
  }
  for (const port of ['api', 'ui'] as const) {
    for (const ran of ground[port].runs.slice(before[port]).filter(isForeign))
      run.breach(BREACHES.effects, `${port}: ${ran}`);
  }
}

function targetsOf({ api, ui }: Ground): readonly PageTargets[] {
  return [
    ...['127.0.0.1', 'localhost'].map((name) => ({
      origin: `http://${name}:${api.port}`,
      readPaths: ['/health', '/openapi.json', '/docs', '/docs/docs.js', '/api/locations'],
      changePaths: ['/api/auth/login', '/api/webhooks'],
    })),
    // Nobody tells a page the name; it is attacked as if it had leaked.
    ...[ui.authority, `127.0.0.1:${ui.port}`].map((authority) => ({
      origin: `http://${authority}`,
      readPaths: ['/', '/api/locations', '/assets/main-abc.js', '/launch'],
      changePaths: ['/bridge/signOut', '/launch/session', '/launch-address', '/api/webhooks'],
    })),
  ];
}

/** The window that is open beside them asks for its icon; no page can say of itself what the browser says here. */
function isForeign(ran: string): boolean {
  return !ran.endsWith('site same-origin)');
}
