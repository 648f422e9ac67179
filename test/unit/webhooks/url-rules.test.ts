import { describe, expect, it } from 'vitest';
import type { ResolveAddresses } from '../../../electron/webhooks/address-lookup.ts';
import { createReceivers, type ReceiversOptions } from '../../../electron/webhooks/open-webhooks.ts';
import {
  type AllowedReceiver,
  type OwnAddress,
  ownAddresses,
} from '../../../electron/webhooks/receiver-address-rules.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';

const HOME = '192.168.1.0/24';
const ALLOWED_RECEIVERS: readonly AllowedReceiver[] = [
  { host: 'nas.winkel.lan', cidr: HOME, ca: null },
  { host: 'nas.winkel.lan', cidr: 'fd00:1::/64', ca: null },
  { host: '192.168.1.9', cidr: HOME, ca: null },
  { host: 'kassa', cidr: HOME, ca: null },
];

function optionsWith(resolve: ResolveAddresses): ReceiversOptions {
  return {
    allowed: ALLOWED_RECEIVERS,
    ownPorts: () => [4870],
    clock: createFixedClock('2026-11-21T09:00:00Z'),
    version: '0',
    log: createLogRecorder().log,
    resolve,
  };
}

function receiversWith(resolve: ResolveAddresses, own: readonly OwnAddress[] = []) {
  return createReceivers({ ...optionsWith(resolve), ownAddresses: () => own });
}
const { rules } = receiversWith(() => Promise.reject(new Error('asked')));

describe('an attacker who targets this computer and its network by global addresses', () => {
  const OWN: readonly OwnAddress[] = [
    { address: '127.0.0.1', cidr: '127.0.0.1/8' },
    { address: '2a02:1234::1', cidr: '2a02:1234::1/64' },
    { address: '2a02:9999::7', cidr: null },
    { address: '9.9.9.20', cidr: '9.9.9.20/28' },
    { address: '8.8.4.4', cidr: '8.8.4.4/0' },
  ];
  const OF_OWN = ['[2a02:1234::1]', '[2a02:1234::5]', '[2a02:9999::7]', '9.9.9.20', '9.9.9.17', '8.8.4.4'];
  const OF_OTHERS = ['[2a02:1234:0:1::5]', '[2a02:9999::8]', '9.9.9.33', '8.8.8.8'];
  const unasked: ResolveAddresses = () => Promise.reject(new Error('asked'));

  it.each(OF_OWN)('cannot subscribe %s, whatever the port', async (host) => {
    for (const port of ['', ':8443', ':4870']) {
      const verdict = await receiversWith(unasked, OWN).rules.checkUrl(`https://${host}${port}/`);
      expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(/^url must not lead to /) });
    }
  });

  it.each(OF_OWN)('cannot reach them with a name that leads to %s, or with an earlier subscription', async (host) => {
    const literal = host.replace(/^\[(.*)\]$/, '$1');
    const { sender } = receiversWith(async () => ['8.8.8.8', literal], OWN);
    for (const name of ['ledger.example', host]) {
      const url = `https://${name}:8443/`;
      expect(await sender.send({ url, headers: {}, body: '{}' })).toMatchObject({ failure: 'address_refused' });
    }
    sender.close();
  });

  it.each(OF_OTHERS)('can subscribe %s, which is in another network', async (host) => {
    expect((await receiversWith(unasked, OWN).rules.checkUrl(`https://${host}/`)).ok).toBe(true);
  });

  it('is told whom to ask, and can subscribe if the operator allowed the host', async () => {
    const { rules: strict } = receiversWith(unasked, OWN);
    expect(await strict.checkUrl('https://9.9.9.20:8443/')).toEqual({
      ok: false,
      reason:
        'url must not lead to an address of this computer or its network; the person who runs Tilldesk can allow it ' +
        'in webhook-receivers.json.',
    });
    const own = [{ address: '192.168.1.2', cidr: '192.168.1.2/24' }];
    expect((await receiversWith(unasked, own).rules.checkUrl('https://192.168.1.9:8443/')).ok).toBe(true);
  });

  it('cannot subscribe the real addresses of this computer either', async () => {
    for (const { address } of ownAddresses()) {
      const host = address.includes(':') ? `[${address}]` : address;
      const { rules: real } = createReceivers({ ...optionsWith(unasked), allowed: [] });
      expect((await real.checkUrl(`https://${host}:8443/`)).ok).toBe(false);
    }
  });
});

describe('an attacker who looks for names in the local network', () => {
  const INNER = ['192.168.1.9'];
  const ANSWERS: readonly ResolveAddresses[] = [
    async () => INNER,
    async () => ['8.8.8.8', ...INNER],
    async () => ['127.0.0.1'],
    async () => [],
    () => Promise.reject(new Error('ENOTFOUND')),
  ];

  it('gets the same response to a subscription, wherever a name leads', async () => {
    for (const resolve of [...ANSWERS, async () => ['8.8.8.8']]) {
      const verdict = await receiversWith(resolve).rules.checkUrl('https://Ledger.winkel.example.');
      expect(verdict).toEqual({ ok: true, url: 'https://ledger.winkel.example/' });
    }
  });

  it('sees the same in the log of deliveries, wherever a name leads', async () => {
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
    'accepts %s, which the operator allowed',
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
      reason: expect.stringMatching(/^url must not name a host of this computer or its network;/),
    });
  });

  it('accepts a public address', async () => {
    expect((await rules.checkUrl('https://8.8.8.8/')).ok).toBe(true);
  });
});
