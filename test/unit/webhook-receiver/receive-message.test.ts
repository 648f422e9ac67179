import { beforeEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import { type Receiving, receiveMessage } from '../../webhook-receiver/receive-message.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const NOW_S = 1_795_255_200;
const EVENT = {
  id: 'evt_1',
  type: 'order.updated',
  occurred_at: '2026-11-21T11:00:00+01:00',
  record_id: 5001,
  version: 7,
};
const BODY = JSON.stringify({ type: 'batch', timestamp: EVENT.occurred_at, data: { events: [EVENT] } });

function signed({ secrets = [SECRET], timestampS = NOW_S, body = BODY, id = 'msg_1' } = {}) {
  return signedHeaders({ id, timestampS, body }, secrets);
}

describe('receiveMessage', () => {
  let receiving: Receiving;
  beforeEach(() => {
    receiving = { secrets: [SECRET], handled: new Set(), nowS: NOW_S };
  });
  const receive = (headers: Record<string, string>, body = BODY) =>
    receiveMessage(headers, Buffer.from(body), receiving);

  it('takes a message that Tilldesk signed', () => {
    expect(receive(signed())).toEqual({ status: 204, reason: 'msg_1 (batch)', events: [EVENT] });
  });

  it('refuses each body that differs from the signed one by a byte', () => {
    const headers = signed();
    for (let at = 0; at < BODY.length; at += 1) {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(receiveMessage(headers, changed, receiving).status).toBe(401);
    }
  });

  it.each(['webhook-id', 'webhook-timestamp'])('refuses another %s than the signed one', (name) => {
    expect(receive({ ...signed(), [name]: String(NOW_S - 1) }).status).toBe(401);
  });

  it('refuses the signature of another secret, and nothing else but a v1 signature', () => {
    expect(receive(signed({ secrets: [OTHER] })).status).toBe(401);
    const headers = signed();
    const later = headers['webhook-signature']?.replace('v1,', 'v2,') ?? '';
    expect(receive({ ...headers, 'webhook-signature': later }).status).toBe(401);
    expect(receive({ ...headers, 'webhook-signature': 'v1,' }).status).toBe(401);
  });

  it.each([-301, 301])('refuses a message that was signed %i seconds away', (awayS) => {
    const { status, reason } = receive(signed({ timestampS: NOW_S + awayS }));
    expect({ status, reason }).toEqual({ status: 401, reason: 'it was signed more than 5 minutes ago or ahead' });
  });

  it.each([-300, 300])('takes a message that was signed %i seconds away', (awayS) => {
    expect(receive(signed({ timestampS: NOW_S + awayS })).status).toBe(204);
  });

  it('hands over the events of a message once', () => {
    receive(signed());
    expect(receive(signed({ timestampS: NOW_S + 5 }))).toMatchObject({ status: 204, events: [] });
    expect(receive(signed({ id: 'msg_2' }))).toMatchObject({ status: 204, events: [EVENT] });
  });

  it('does not take a forged message for one that came before', () => {
    receive(signed({ secrets: [OTHER] }));
    expect(receive(signed())).toMatchObject({ status: 204, events: [EVENT] });
  });

  it('takes what is signed with both secrets of a rotation, whichever it knows', () => {
    const headers = signed({ secrets: [OTHER, SECRET] });
    expect(receive(headers).status).toBe(204);
    receiving = { ...receiving, secrets: [OTHER], handled: new Set() };
    expect(receive(headers).status).toBe(204);
    receiving = { ...receiving, secrets: [SECRET, OTHER], handled: new Set() };
    expect(receive(signed({ secrets: [OTHER] })).status).toBe(204);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a message without %s', (name) => {
    const { [name]: _, ...headers } = signed();
    expect(receive(headers).status).toBe(400);
  });

  it.each(['', 'null', '{}', '{"type":"batch"}', '{"type":1,"data":{}}', '{"type":"batch","data":{"events":1}}'])(
    'refuses the signed body %j',
    (body) => {
      expect(receive(signed({ body }), body).status).toBe(400);
    },
  );

  it('takes a ping', () => {
    const body = JSON.stringify({ type: 'ping', timestamp: EVENT.occurred_at, data: {} });
    expect(receive(signed({ body }), body)).toEqual({ status: 204, reason: 'msg_1 (ping)', events: [] });
  });
});
