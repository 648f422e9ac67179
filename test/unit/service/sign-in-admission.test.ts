import { describe, expect, it } from 'vitest';
import {
  type AskInTurn,
  createSignInAdmission,
} from '../../../electron/service/security/sign-in-admission.ts';
import { ApiError } from '../../../electron/service/server/api-error.ts';

const PEER = { peer: '192.0.2.1', signIn: 'olga' };
const FLOOD = { peer: '192.0.2.66', signIn: 'olga' };
const settled = () => new Promise((resolve) => setImmediate(resolve));
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.catch((thrown: unknown) => thrown);
  return error instanceof ApiError && error.code;
};

describe('createSignInAdmission', () => {
  it('counts who has not asked yet, and no more who asks', async () => {
    const admit = createSignInAdmission();
    const gate = Promise.withResolvers<string>();
    const asking = (askInTurn: AskInTurn) => askInTurn(() => gate.promise);
    const first = Array.from({ length: 4 }, () => admit(PEER, asking));
    await settled();
    const waiting = Array.from({ length: 32 }, () => admit(PEER, asking));
    expect(await refusal(admit(PEER, asking))).toBe('too_many_requests');
    gate.resolve('in');
    expect(new Set(await Promise.all([...first, ...waiting]))).toEqual(new Set(['in']));
  });

  it('gives the place back to others however an attempt ends', async () => {
    const admit = createSignInAdmission();
    const fail = async () => {
      throw new Error('no');
    };
    for (let round = 0; round < 40; round += 1) {
      await expect(admit(PEER, (askInTurn) => askInTurn(fail))).rejects.toThrow('no');
      await expect(admit(PEER, fail)).rejects.toThrow('no');
      expect(await admit(PEER, async () => 'never asked')).toBe('never asked');
    }
    expect(await admit(PEER, (askInTurn) => askInTurn(async () => 'in'))).toBe('in');
  });

  it('lets in as many as before after a flood', async () => {
    const admit = createSignInAdmission();
    for (const _ of [1, 2]) {
      const gate = Promise.withResolvers<void>();
      const flood = Array.from({ length: 100 }, () => admit(PEER, () => gate.promise));
      gate.resolve();
      const outcomes = await Promise.allSettled(flood);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    }
  });

  it('does not let one peer that fills the queue shut out another', async () => {
    const admit = createSignInAdmission();
    const gate = Promise.withResolvers<string>();
    let asked = 0;
    const asking = (askInTurn: AskInTurn) =>
      askInTurn(() => {
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
