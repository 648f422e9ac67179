import { describe, expect, it } from 'vitest';
import type { ResolveAddresses } from '../../../../electron/webhooks/address-lookup.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import type { AllowedReceiver } from '../../../../electron/webhooks/receiver-address-rules.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';

const HOME = { first: '192.168.1.0', prefixBits: 24, family: 'ipv4' } as const;
const ALLOWED: readonly AllowedReceiver[] = [
  { host: 'nas.winkel.lan', range: HOME, ca: null },
  { host: 'nas.winkel.lan', range: { first: 'fd00:1::', prefixBits: 64, family: 'ipv6' }, ca: null },
  { host: '192.168.1.9', range: HOME, ca: null },
  { host: 'kassa', range: HOME, ca: null },
];

function receiversWith(resolve: ResolveAddresses) {
  return createReceivers({
    allowed: ALLOWED,
    ownPorts: () => [4870],
    clock: createFixedClock('2026-11-21T09:00:00Z'),
    version: '0',
    log: createLogRecorder().log,
    resolve,
  });
}
const { rules } = receiversWith(() => Promise.reject(new Error('asked')));

describe('somebody who looks for names of the own network', () => {
  const INNER = ['192.168.1.9'];
  const ANSWERS: readonly ResolveAddresses[] = [
    async () => INNER,
    async () => ['8.8.8.8', ...INNER],
    async () => ['127.0.0.1'],
    async () => [],
    () => Promise.reject(new Error('ENOTFOUND')),
  ];

  it('is answered alike at the subscription, whatever a name leads to', async () => {
    for (const resolve of [...ANSWERS, async () => ['8.8.8.8']]) {
      const verdict = await receiversWith(resolve).rules.checkUrl('https://Ledger.winkel.example.');
      expect(verdict).toEqual({ ok: true, url: 'https://ledger.winkel.example/' });
    }
  });

  it('finds the same in the log of deliveries whether a name leads there or nowhere', async () => {
    for (const resolve of ANSWERS) {
      const { sender } = receiversWith(resolve);
      const url = 'https://ledger.winkel.example/';
      expect(await sender.send({ url, headers: {}, body: '{}' })).toEqual({
        ...{ status: null, failure: 'address_refused', answer: '', durationMs: 0 },
      });
      sender.close();
    }
  });
});

describe('checkUrl', () => {
  it.each(['https://nas.winkel.lan/', 'https://192.168.1.9/', 'https://kassa/'])(
    'takes %s, which the operator allowed',
    async (url) => {
      expect(await rules.checkUrl(url)).toEqual({ ok: true, url });
    },
  );

  it('refuses an address that is not public, and an allowed one under another name', async () => {
    for (const url of ['https://10.0.0.1/', 'https://192.168.1.20/', 'https://168.63.129.16/']) {
      expect(await rules.checkUrl(url)).toEqual({
        ok: false,
        reason:
          'url must not lead to an address that is not public; the person who runs Tilldesk can allow it in ' +
          'webhook-receivers.json.',
      });
    }
  });

  it('refuses a local name', async () => {
    expect(await rules.checkUrl('https://printer.local/')).toMatchObject({
      reason: expect.stringMatching(/^url must not name a host of the own computer or network;/),
    });
  });

  it('takes a public address', async () => {
    expect((await rules.checkUrl('https://8.8.8.8/')).ok).toBe(true);
  });
});
