import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../electron/base/clock.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { type AskQueued, createSignInAdmission } from '../../../../electron/service/security/sign-in-admission.ts';
import { ApiError } from '../../../../electron/service/server/api-error.ts';
import { standingClock } from '../../session/standing-clock.ts';

const PEER = { network: '192.0.2.0/24', peer: '192.0.2.1', signIn: 'olga' };
const FLOOD = { network: '198.51.100.0/24', peer: '198.51.100.66', signIn: 'olga' };
const LAST = (count: number) => count - 1;
const settled = () => new Promise((resolve) => setImmediate(resolve));
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.catch((thrown: unknown) => thrown);
  return error instanceof ApiError && error.code;
};

describe('a platform that never responds', () => {
  it('blocks its four slots for a minute, and then others are tried', async () => {
    const clock = standingClock();
    const admit = createSignInAdmission(clock, LAST);
    const hang = () => new Promise<string>(() => {});
    const hanging = Array.from({ length: 4 }, () =>
      admit(FLOOD, (askQueued) => askQueued(hang)).catch((thrown: unknown) => thrown),
    );
    await settled();
    let entered = '';
    const other = admit(PEER, (askQueued) => askQueued(async () => 'in')).then((result) => {
      entered = result;
    });

    await clock.advance(59_999);
    expect(entered).toBe('');
    await clock.advance(1);
    await other;
    expect(entered).toBe('in');
    for (const error of await Promise.all(hanging)) {
      expect(error instanceof PlatformError && error.code).toBe('timeout');
    }
    expect(clock.waiting()).toEqual([]);
  });
});

describe('createSignInAdmission', () => {
  it('counts those who are waiting, and not those who are being served', async () => {
    const admit = createSignInAdmission(systemClock, LAST);
    const gate = Promise.withResolvers<string>();
    const asking = (askQueued: AskQueued) => askQueued(() => gate.promise);
    const first = Array.from({ length: 4 }, () => admit(PEER, asking));
    await settled();
    const waiting = Array.from({ length: 32 }, () => admit(PEER, asking));
    expect(await refusal(admit(PEER, asking))).toBe('too_many_requests');
    gate.resolve('in');
    expect(new Set(await Promise.all([...first, ...waiting]))).toEqual(new Set(['in']));
  });

  it('releases the slot however an attempt ends', async () => {
    const admit = createSignInAdmission(systemClock, LAST);
    const fail = async () => {
      throw new Error('no');
    };
    for (let round = 0; round < 40; round += 1) {
      await expect(admit(PEER, (askQueued) => askQueued(fail))).rejects.toThrow('no');
      await expect(admit(PEER, fail)).rejects.toThrow('no');
      expect(await admit(PEER, async () => 'never asked')).toBe('never asked');
    }
    expect(await admit(PEER, (askQueued) => askQueued(async () => 'in'))).toBe('in');
  });

  it('admits as many as before after a flood', async () => {
    const admit = createSignInAdmission(systemClock, LAST);
    for (const _ of [1, 2]) {
      const gate = Promise.withResolvers<void>();
      const flood = Array.from({ length: 100 }, () => admit(PEER, () => gate.promise));
      gate.resolve();
      const outcomes = await Promise.allSettled(flood);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    }
  });

  it('does not let one peer that fills the queue shut out another', async () => {
    const admit = createSignInAdmission(systemClock, LAST);
    const gate = Promise.withResolvers<string>();
    let asked = 0;
    const asking = (askQueued: AskQueued) =>
      askQueued(() => {
        asked += 1;
        return gate.promise;
      });
    const flood = Array.from({ length: 4 }, () => admit(FLOOD, asking));
    await settled();
    flood.push(...Array.from({ length: 32 }, () => admit(FLOOD, asking)));
    const victim = admit(PEER, asking);
    expect(await refusal(flood.at(-1) ?? Promise.reject())).toBe('too_many_requests');
    gate.resolve('in');
    expect(await victim).toBe('in');
    expect((await Promise.allSettled(flood)).filter(({ status }) => status === 'fulfilled')).toHaveLength(35);
    expect(asked).toBe(36);
  });
});
