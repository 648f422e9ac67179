import { describe, expect, it } from 'vitest';
import type { AllowedReceiver } from '../../../../electron/feeds/receivers/allowed-receiver.ts';
import { createReceivers } from '../../../../electron/feeds/receivers/receivers.ts';
import type { ResolveAddresses } from '../../../../electron/feeds/receivers/resolve-addresses.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';

const HOME = { first: '192.168.1.0', prefixBits: 24, family: 'ipv4' } as const;
const ALLOWED: readonly AllowedReceiver[] = [
  { host: 'nas.winkel.lan', range: HOME, ca: null },
  { host: 'nas.winkel.lan', range: { first: 'fd00:1::', prefixBits: 64, family: 'ipv6' }, ca: null },
  { host: '192.168.1.9', range: HOME, ca: null },
  { host: 'kassa', range: HOME, ca: null },
];

function rulesWith(resolve: ResolveAddresses) {
  const clock = createFixedClock('2026-11-21T09:00:00Z');
  const { rules } = createReceivers({
    allowed: ALLOWED,
    ownPorts: () => [4870],
    clock,
    version: '0',
    log: createLogRecorder().log,
    resolve,
  });
  return { clock, rules };
}
const addresses = (...given: readonly string[]) => rulesWith(async () => given).rules;

describe('checkUrl', () => {
  it('takes a name whose addresses are all public', async () => {
    const verdict = await addresses('8.8.8.8', '2606:4700::1111').checkUrl('https://Hooks.example.com.');
    expect(verdict).toEqual({ ok: true, url: 'https://hooks.example.com/' });
  });

  it('refuses a name with one address that is not, and does not tell which', async () => {
    expect(await addresses('8.8.8.8', '192.168.1.9').checkUrl('https://hooks.example.com')).toEqual({
      ok: false,
      reason:
        'url must not lead to an address that is not public; the person who runs Tilldesk can allow it in ' +
        'webhook-receivers.json.',
    });
  });

  it.each(['https://nas.winkel.lan/', 'https://192.168.1.9/', 'https://kassa/'])(
    'takes %s, which the operator allowed',
    async (url) => {
      expect(await addresses('192.168.1.20', '192.168.1.21').checkUrl(url)).toEqual({ ok: true, url });
    },
  );

  it('adds up what the operator allowed for a host', async () => {
    const rules = addresses('192.168.1.20', 'fd00:1::20', '8.8.8.8');
    expect((await rules.checkUrl('https://nas.winkel.lan/')).ok).toBe(true);
  });

  it('refuses an allowed host at another address, and its address under another name', async () => {
    expect((await addresses('192.168.2.20').checkUrl('https://nas.winkel.lan/')).ok).toBe(false);
    expect((await addresses('192.168.1.20').checkUrl('https://a.nas.winkel.lan/')).ok).toBe(false);
    expect((await addresses('192.168.1.20').checkUrl('https://192.168.1.20/')).ok).toBe(false);
  });

  it('says so of a local name, without asking for its addresses', async () => {
    const { rules } = rulesWith(() => Promise.reject(new Error('asked')));
    expect(await rules.checkUrl('https://printer.local/')).toMatchObject({
      reason: expect.stringMatching(/^url must not name a host of the own computer or network;/),
    });
  });

  it('takes a name that does not resolve now', async () => {
    const { rules } = rulesWith(() => Promise.reject(new Error('unknown')));
    expect((await rules.checkUrl('https://hooks.example.com/')).ok).toBe(true);
    expect((await addresses().checkUrl('https://hooks.example.com/')).ok).toBe(true);
  });

  it('waits 5 s for addresses, and no longer', async () => {
    const { rules, clock } = rulesWith(() => new Promise(() => {}));
    const verdict = rules.checkUrl('https://hooks.example.com/');
    clock.advance(5_000);
    expect((await verdict).ok).toBe(true);
  });

  it('resolves nothing for an address', async () => {
    const { rules } = rulesWith(() => Promise.reject(new Error('asked')));
    expect((await rules.checkUrl('https://8.8.8.8/')).ok).toBe(true);
  });
});
