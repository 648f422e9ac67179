import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReceivers } from '../../electron/feeds/receivers/receivers.ts';
import { type Canary, startCanary } from './support/receivers/canary.ts';
import { attackOwnPorts } from './support/receivers/own-port-attack.ts';
import { attackWithRebinding } from './support/receivers/rebinding-attack.ts';
import { REBINDINGS } from './support/receivers/rebinding-cases.ts';
import { attackWithRedirects } from './support/receivers/redirect-attack.ts';
import { attackWithCertificates } from './support/receivers/untrusted-attack.ts';

let canary: Canary;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(() => canary.close());

function report(what: string, tried: number): void {
  process.stdout.write(`receivers: ${tried} ${what}, ${canary.hits()} canary hits\n`);
}

describe('a receiver that was subscribed', () => {
  it('cannot lead messages elsewhere by its name server', async () => {
    const before = canary.allowedVisits();
    const { tried, wrong } = await attackWithRebinding(createReceivers, canary, REBINDINGS);
    report('rebinding answers', tried);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(200);
    expect(canary.hits()).toBe(0);
    expect(canary.allowedVisits() - before).toBe(tried / 5);
  });

  it('cannot lead messages elsewhere by a redirect', async () => {
    const { tried, wrong } = await attackWithRedirects(createReceivers, canary);
    report('redirects', tried);
    expect(wrong).toEqual([]);
    expect(tried).toBe(50);
    expect(canary.hits()).toBe(0);
  });

  it('is never Tilldesk itself, whatever the operator allowed', async () => {
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const network = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
    const { tried, wrong } = await attackOwnPorts(createReceivers, canary, network);
    report('ways to the own port', tried);
    expect(wrong).toEqual([]);
    expect(canary.hits()).toBe(0);
  });

  it('has a certificate that is right, whatever the environment says', async () => {
    const { tried, wrong } = await attackWithCertificates(createReceivers);
    report('certificates', tried);
    expect(wrong).toEqual([]);
  });
});
