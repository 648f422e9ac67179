import type { Browser } from 'playwright';
import type { SuiteRun } from '../../harness/suite.ts';
import { BREACHES, COUNTS } from '../figures.ts';
import type { Ground, PortName } from '../ground.ts';
import type { NameServer } from './name-server.ts';
import { openPageServer } from './page-server.ts';

const NAME = 'rebind.example';
/** Another address of this computer, at which somebody else's page has the port of the program. */
const ELSEWHERE = '127.0.0.2';

/**
 * A page of a name that first leads to its own server and then to the program: to the browser both are one origin, and
 * what it asks arrives with no sign of another site but its host.
 */
export async function rebind(
  run: SuiteRun,
  ground: Ground,
  { browser, names }: { readonly browser: Browser; readonly names: NameServer },
): Promise<void> {
  for (const port of ['api', 'ui'] as const) {
    names.point(ELSEWHERE);
    const server = await openPageServer(ELSEWHERE, ground[port].port);
    const context = await browser.newContext();
    const before = ground[port].runs.length;
    try {
      const page = await context.newPage();
      await page.goto(`http://${NAME}:${ground[port].port}/`);
      names.point('127.0.0.1');
      const answers = await page.evaluate(askOwnOrigin, PATHS[port]);
      run.count(COUNTS.pages, answers.length);
      judge(run, port, answers);
    } finally {
      await context.close();
      server.close();
    }
    for (const ran of ground[port].runs.slice(before))
      run.breach(BREACHES.effects, `${port}, rebound: ${ran}`);
  }
}

const PATHS: Readonly<Record<PortName, readonly string[]>> = {
  api: ['GET /health', 'GET /openapi.json', 'GET /docs', 'GET /api/locations', 'POST /api/auth/login'],
  ui: [
    'GET /',
    'GET /launch',
    'POST /launch/session',
    'POST /launch-address',
    'POST /bridge/signOut',
    'GET /api/locations',
  ],
};

interface Answered {
  readonly asked: string;
  readonly status: number;
  readonly text: string;
}

/** Runs in the page. */
async function askOwnOrigin(requests: readonly string[]): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const asked of requests) {
    const [method = '', path = ''] = asked.split(' ');
    const answer = await fetch(path, { method, credentials: 'include' });
    answers.push({ asked, status: answer.status, text: await answer.text() });
  }
  return answers;
}

/** Its own server answers everything with 200 and its title; the program with a refusal. */
function judge(run: SuiteRun, port: PortName, answers: readonly Answered[]): void {
  for (const { asked, status, text } of answers) {
    if (text.includes('a page of somebody else')) {
      run.breach(BREACHES.shortfalls, `${asked} did not reach ${port} under the other name`);
    } else if (status !== 403)
      run.breach(BREACHES.reads, `${port}, rebound: ${asked} was answered ${status}`);
  }
}
