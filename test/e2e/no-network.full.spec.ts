import { chromium, expect, test } from '@playwright/test';
import { NO_NETWORK_SWITCH, PEER_POLICY } from '../../electron/hosts/desktop/guards.ts';
import { type Canaries, openCanaries, reachOut } from './support/outgoing-requests.ts';

/** The switches that `lockProgram` and `lockContents` set in Electron, for the same Chromium. */
const SWITCHES = [
  `--${NO_NETWORK_SWITCH.name}=${NO_NETWORK_SWITCH.value}`,
  `--webrtc-ip-handling-policy=${PEER_POLICY}`,
];

test.describe('a page without any policy, in a Chromium without a network', () => {
  let canaries: Canaries;
  test.beforeEach(async () => {
    canaries = await openCanaries();
  });
  test.afterEach(() => canaries.close());

  const launch = async (args: readonly string[]) => {
    const { launchOptions = {} } = test.info().project.use;
    return chromium.launch({ ...launchOptions, args: [...args] });
  };

  test('reaches no other host: it preconnects to none and sends no packet to a peer', async () => {
    const browser = await launch(SWITCHES);
    try {
      await reachOut(await browser.newPage(), canaries);
    } finally {
      await browser.close();
    }
    expect(canaries.hits).toEqual({ tcp: 0, udp: 0 });
  });

  test('would reach both without these switches', async () => {
    const browser = await launch([]);
    try {
      // It would keep calling a peer that never answers.
      void reachOut(await browser.newPage(), canaries).catch(() => undefined);
      await expect.poll(() => canaries.hits.tcp).toBeGreaterThanOrEqual(5);
      await expect.poll(() => canaries.hits.udp).toBeGreaterThanOrEqual(1);
    } finally {
      await browser.close();
    }
  });
});
