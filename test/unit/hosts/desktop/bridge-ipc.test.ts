import { describe, expect, it } from 'vitest';
import { BRIDGE_CHANNEL, serveBridge, stopBridge } from '../../../../electron/hosts/desktop/electron-host.ts';
import { createMessage, electronCalls } from '../../../support/electron-stand-in.ts';

function served() {
  const calls: unknown[][] = [];
  serveBridge({
    handle: async (...call) => {
      calls.push(call);
      return { ok: true, value: 'done' };
    },
  });
  const handler = electronCalls.handlers.get(BRIDGE_CHANNEL);
  return {
    calls,
    send: (event: ReturnType<typeof createMessage>, ...sent: unknown[]) => handler?.(event, ...sent),
  };
}

describe('serveBridge', () => {
  it('passes the calls of our own page to the bridge', async () => {
    const { calls, send } = served();
    const event = createMessage('app://bundle/');
    expect(await send(event, 'readAbout', {}, 'session-a')).toEqual({ ok: true, value: 'done' });
    await send(event, 'readAbout', {}, ['session-a']);
    expect(calls).toEqual([
      ['readAbout', {}, 'session-a'],
      ['readAbout', {}, null],
    ]);
  });

  it.each([
    ['another site', createMessage('https://evil.example/')],
    ['a data: page', createMessage('data:text/html,x')],
    ['a frame inside our page', createMessage('app://bundle/', {})],
    ['a frame that is gone', { ...createMessage(''), senderFrame: null }],
  ])('returns a failure to %s and calls nothing', async (_, event) => {
    const { calls, send } = served();
    expect(await send(event, 'signOut', {})).toMatchObject({ ok: false, failure: { code: 'refused' } });
    expect(calls).toEqual([]);
  });

  it.each([[undefined], [null], [1], [{}], [['signOut']]])('refuses a call named %j', async (name) => {
    const { calls, send } = served();
    expect(await send(createMessage('app://bundle/'), name, {})).toMatchObject({ ok: false });
    expect(calls).toEqual([]);
  });

  it('refuses calls once it has stopped', () => {
    served();
    stopBridge();
    expect(electronCalls.handlers.has(BRIDGE_CHANNEL)).toBe(false);
  });
});
