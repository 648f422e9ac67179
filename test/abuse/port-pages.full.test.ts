import { type Browser, chromium } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../electron/startup/find-browser.ts';
import { openPerFile } from '../support/test-scope.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';
import { openPorts } from './port/open-ports.ts';
import { attackFrom, FOREIGN_TITLE, listTargets, openPageServer, openRebindingProxy } from './port/page-attack.ts';
import { PORT_NAMES } from './port/wire-probes.ts';

const folder = createSuiteFolder();
const ports = await openPerFile(() => openPorts(folder));

function launch(argument: string): Promise<Browser> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) throw new Error('there is no Chromium, Chrome or Edge here');
  return chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', argument],
  });
}

describe('pages of other origins, in a browser that the program has admitted', async () => {
  const browser = await launch('--host-resolver-rules=MAP evil.example 127.0.0.1');
  afterAll(() => browser.close());
  const server = await openPerFile(openPageServer);
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(`http://${ports.ui.authority}/launch#${ports.ui.launchCode()}`);
  await own.waitForURL(({ pathname }) => pathname === '/');

  it.each(['127.0.0.1', 'localhost', 'evil.example'])('read nothing and change nothing from %s', async (name) => {
    const before = { api: ports.api.runs.length, ui: ports.ui.runs.length };
    const visit = async (targets: Parameters<typeof attackFrom>[1]) => {
      const page = await context.newPage();
      await page.goto(`http://${name}:${server.port}/`);
      const { attempts, reads } = await attackFrom(page, targets);
      await page.close();
      expect(attempts).toBeGreaterThan(50);
      expect(reads).toEqual([]);
    };
    await Promise.all(listTargets(ports).map(visit));
    for (const port of PORT_NAMES) {
      // The open window requests its icon with this header, which no page can set.
      const ran = ports[port].runs.slice(before[port]).filter((run) => !run.endsWith('site same-origin)'));
      expect(ran).toEqual([]);
    }
  });
});

/** What a page requests from its own origin, which for the browser has by then become the port of the program. */
const ASKED = {
  api: ['GET /', 'GET /health', 'GET /openapi.json', 'GET /docs', 'GET /api/locations', 'POST /api/auth/login'],
  ui: ['GET /', 'GET /launch', 'POST /launch/session', 'POST /launch-address', 'POST /bridge/signOut'],
} as const;

describe('a page whose name points first to its own server and then to the program', () => {
  it.each(PORT_NAMES)('is refused everything by the port %s', async (name) => {
    const proxy = await openRebindingProxy();
    const browser = await launch(`--proxy-server=http://127.0.0.1:${proxy.port}`);
    const port = ports[name];
    const before = port.runs.length;
    try {
      const page = await browser.newPage();
      await page.goto(`http://rebind.example:${port.port}/`);
      expect(await page.title()).toBe(FOREIGN_TITLE);
      proxy.rebind();
      const statuses = await page.evaluate(async (requests) => {
        const answers: (readonly [string, number])[] = [];
        for (const asked of requests) {
          const [method = '', path = ''] = asked.split(' ');
          const { status } = await fetch(path, { method, credentials: 'include' });
          answers.push([asked, status]);
        }
        return answers;
      }, ASKED[name]);
      expect(statuses).toEqual(ASKED[name].map((asked) => [asked, 403]));
    } finally {
      await browser.close();
      proxy.close();
    }
    expect(port.runs.slice(before)).toEqual([]);
  });
});
