import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MakeReceivers } from './support/receivers/attack-report.ts';
import { type Canary, startCanary } from './support/receivers/canary.ts';
import { attackOwnPorts } from './support/receivers/own-port-attack.ts';
import { attackWithRebinding } from './support/receivers/rebinding-attack.ts';
import { OWN_REBINDINGS } from './support/receivers/rebinding-cases.ts';
import { attackWithRedirects } from './support/receivers/redirect-attack.ts';
import { sabotagedReceivers } from './support/receivers/sabotaged-receivers.ts';
import { type FoundBy, SABOTAGES } from './support/receivers/sabotages.ts';
import { attackWithCertificates } from './support/receivers/untrusted-attack.ts';
import { attackWithUrls } from './support/receivers/url-attack.ts';

let canary: Canary;
let caught = 0;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(async () => {
  process.stdout.write(`receivers mutants: ${caught} of ${SABOTAGES.length} caught\n`);
  await canary.close();
});

/** Those that a flawed product carries no further than this computer. */
const ATTACKS: Readonly<Record<FoundBy, (make: MakeReceivers) => Promise<{ wrong: readonly string[] }>>> = {
  urls: (make) => attackWithUrls(make, canary, 'own'),
  rebinding: (make) => attackWithRebinding(make, canary, OWN_REBINDINGS),
  redirects: (make) => attackWithRedirects(make, canary),
  'own ports': (make) => attackOwnPorts(make, canary, null),
  certificates: attackWithCertificates,
};

describe('the attacks find a product in which', () => {
  it.each(SABOTAGES)('$flaw', async ({ foundBy, ...sabotage }) => {
    const { wrong } = await ATTACKS[foundBy](await sabotagedReceivers(sabotage));
    expect(wrong).not.toEqual([]);
    caught += 1;
  });
});

describe('the attacks find nothing', () => {
  it.each(Object.entries(ATTACKS))('with %s in a copy of the product as it is', async (_, attack) => {
    const { wrong } = await attack(await sabotagedReceivers(null));
    expect(wrong).toEqual([]);
  });
});
