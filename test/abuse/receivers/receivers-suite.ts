import { networkInterfaces } from 'node:os';
import type { AttackReport } from '../../security/support/receivers/attack-report.ts';
import { type Canary, startCanary } from '../../security/support/receivers/canary.ts';
import { attackWithEnvironment } from '../../security/support/receivers/environment-attack.ts';
import { attackOwnPorts } from '../../security/support/receivers/own-port-attack.ts';
import { attackWithRebinding } from '../../security/support/receivers/rebinding-attack.ts';
import { OWN_REBINDINGS, REBINDINGS } from '../../security/support/receivers/rebinding-cases.ts';
import { attackWithRedirects } from '../../security/support/receivers/redirect-attack.ts';
import { attackWithCertificates } from '../../security/support/receivers/untrusted-attack.ts';
import { attackWithUrls } from '../../security/support/receivers/url-attack.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { RECEIVERS_SABOTAGES } from './sabotages.ts';

const WRONG = 'wrong verdicts';
const REFUSED = 'good receivers refused';
const VISITS = 'visits to canaries';
/** How many of the good visits a right product pays is known by the cases. */
const MISSED = 'good connections missed';

export const receiversSuite: AbuseSuite = {
  name: 'receivers',
  title: 'webhooks that lead into the own network: by spelling, name server, redirect, certificate and proxy',
  counts: [
    { name: 'URLs', least: 300 },
    { name: 'rebindings', least: 200 },
    { name: 'redirects', least: 50 },
    { name: 'ways to the own port', least: 11 },
    { name: 'certificates', least: 6 },
    { name: 'environments', least: 2 },
  ],
  breaches: [WRONG, REFUSED, VISITS, MISSED],
  sabotages: RECEIVERS_SABOTAGES,

  async run(run) {
    const canary = await startCanary();
    const proxy = await startCanary();
    // A sabotaged product may really connect: it is led no further than this computer.
    const isFull = run.size === 'full';
    report(run, 'URLs', await attackWithUrls(canary, isFull ? 'all' : 'own'));
    await rebind(run, canary, isFull);
    report(run, 'redirects', await attackWithRedirects(canary));
    report(run, 'ways to the own port', await attackOwnPorts(canary, isFull ? networkAddress() : null));
    report(run, 'certificates', await attackWithCertificates());
    report(run, 'environments', await attackWithEnvironment(proxy, run.folder));
    run.breach(VISITS, 'addresses of this computer were connected to', canary.hits());
    // The control goes there once, by its own environment.
    run.breach(VISITS, 'the proxy of the environment was connected to', Math.max(0, proxy.hits() - 1));
    await canary.close();
    await proxy.close();
  },
};

async function rebind(run: SuiteRun, canary: Canary, isFull: boolean): Promise<void> {
  const cases = isFull ? REBINDINGS : OWN_REBINDINGS;
  const before = canary.allowedVisits();
  const attack = await attackWithRebinding(canary, cases);
  report(run, 'rebindings', attack);
  const goodVisits = attack.tried - cases.length + cases.length / 5;
  const missed = goodVisits - (canary.allowedVisits() - before);
  run.breach(MISSED, 'a name that leads where it may was not connected to', Math.max(0, missed));
}

function report(run: SuiteRun, name: string, { tried, wrong, refusedGood }: AttackReport): void {
  run.count(name, tried);
  for (const sentence of wrong) run.breach(WRONG, sentence);
  for (const sentence of refusedGood) run.breach(REFUSED, sentence);
}

/** Of this computer, as others know it; null where it has none. */
function networkAddress(): string | null {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}
