import { openService } from '../../security/support/ports/open-service.ts';
import { openWindowPort } from '../../security/support/ports/open-window-port.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { attackByBrowser } from './browser/browser-attack.ts';
import { BREACHES, COUNTS } from './figures.ts';
import { makeGoodCalls } from './good-calls.ts';
import type { Ground } from './ground.ts';
import { hostProbes } from './host-probes.ts';
import { noiseProbes } from './noise-probes.ts';
import { originProbes } from './origin-probes.ts';
import { tryOtherAddresses } from './other-addresses.ts';
import { routeProbes } from './route-probes.ts';
import { SABOTAGES } from './sabotages.ts';
import { sendProbes } from './send-probes.ts';
import { siteProbes } from './site-probes.ts';
import { tokenProbes } from './token-probes.ts';
import type { WireProbe } from './wire-probe.ts';

export const portSuite: AbuseSuite = {
  name: 'port',
  title: 'web pages, rebound names and strangers ask both ports of the program',
  counts: [
    { name: COUNTS.requests, least: 3_300 },
    { name: COUNTS.good, least: 50 },
    { name: COUNTS.pages, least: 0 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SABOTAGES,

  async run(run) {
    const api = await openService(run.folder);
    const ui = await openWindowPort(run.folder, api);
    const ground: Ground = { api, ui };
    run.keepSecret('password', CREDENTIALS.owner.password);
    run.keepSecret('token', api.token);
    run.keepSecret('token', ui.cookie.split('=')[1] ?? '');
    run.keepSecret('token', ui.windowKey);
    try {
      for (const probes of wireProbes(run, ground)) await sendProbes(run, ground, probes);
      await makeGoodCalls(run, ground);
      const isClosed = await tryOtherAddresses(run, ground);
      // It takes longer than the whole of a short run, and needs a place of its own at the numbers of the ports.
      if (run.size !== 'short' && isClosed) await attackByBrowser(run, ground);
    } finally {
      await ui.close();
      await api.close();
    }
  },
};

/**
 * A short run takes every n-th: a number that has no divisor in common with the lengths of the lists that the probes are
 * made from, so that it comes by each item of each list.
 */
const STEPS = { hosts: 4, origins: 4, sites: 11, routes: 5, tokens: 5, noise: 1 } as const;

function wireProbes({ size }: SuiteRun, ground: Ground): readonly (readonly WireProbe[])[] {
  const families: Readonly<Record<keyof typeof STEPS, readonly WireProbe[]>> = {
    hosts: hostProbes(ground),
    origins: originProbes(ground),
    sites: siteProbes(ground),
    routes: routeProbes(ground),
    tokens: tokenProbes(ground),
    noise: noiseProbes(ground),
  };
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  return names.map((name) => families[name].filter((_, at) => size !== 'short' || at % STEPS[name] === 0));
}
