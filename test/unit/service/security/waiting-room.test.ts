import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from '../../../../electron/service/security/sign-in-admission.ts';

const FIRST = () => 0;
const LAST = (count: number) => count - 1;

/** By default each sign-in comes from an address in a different network. */
const one = (network: string, peer = network, signIn = 'same') => ({ network, peer, signIn });

describe('createWaitingRoom', () => {
  it('is full at its capacity, until somebody leaves', () => {
    const room = createWaitingRoom(2, LAST);
    const [first] = [room.enter(one('a')), room.enter(one('a'))];
    expect(room.enter(one('a')).isDropped()).toBe(true);
    first?.leave();
    first?.leave();
    expect(room.enter(one('a')).isDropped()).toBe(false);
    expect(room.enter(one('a')).isDropped()).toBe(true);
  });

  it('admits a newcomer while 32 /64 networks in one /48 make 17 attempts a second', () => {
    const room = createWaitingRoom(32, LAST);
    const flood = (round: number) =>
      Array.from({ length: 32 }, (_, at) =>
        room.enter(one('2001:db8:1::/48', `2001:db8:1:${at}::/64`, `${round}-${at}`)),
      );
    flood(1);
    const newcomer = room.enter(one('2001:db8:2::/48'));
    flood(2);
    flood(3);
    expect(newcomer.isDropped()).toBe(false);
  });

  it.each([
    [FIRST, [true, false, false]],
    [LAST, [false, false, true]],
  ])('removes a random entry of the network that has most', async (pickIndex, areLost) => {
    const room = createWaitingRoom(4, pickIndex);
    const [a1, b, a2, a3] = [one('a'), one('b'), one('a'), one('a')].map(room.enter);
    expect(room.enter(one('c')).isDropped()).toBe(false);
    expect([a1, a2, a3].map((place) => place?.isDropped())).toEqual(areLost);
    expect(b?.isDropped()).toBe(false);
    await (pickIndex === FIRST ? a1 : a3)?.dropped;
  });

  it('removes any entry, even that of the newcomer, if all networks have the same number', () => {
    const places = ['a', 'b'].map((network) => one(network));
    const kind = createWaitingRoom(2, FIRST);
    const [a, b] = places.map(kind.enter);
    expect([kind.enter(one('c')), a, b].map((place) => place?.isDropped())).toEqual([false, true, false]);
    const strict = createWaitingRoom(2, LAST);
    const others = places.map(strict.enter);
    expect([strict.enter(one('c')), ...others].map((place) => place?.isDropped())).toEqual([true, false, false]);
  });

  it('is shared equally in the end by two networks that never stop asking', () => {
    const room = createWaitingRoom(8, LAST);
    const places = Array.from({ length: 8 }, () => room.enter(one('a')));
    const others = Array.from({ length: 8 }, () => room.enter(one('b')));
    expect([places, others].map((all) => all.filter((place) => !place.isDropped()).length)).toEqual([4, 4]);
  });

  it('does not let one computer shut out another one in its network', () => {
    const room = createWaitingRoom(3, LAST);
    const floods = Array.from({ length: 3 }, () => room.enter(one('a', 'flooding')));
    expect(room.enter(one('a', 'other')).isDropped()).toBe(false);
    expect(floods.map((place) => place.isDropped())).toEqual([false, false, true]);
    expect(room.enter(one('a', 'flooding')).isDropped()).toBe(true);
  });

  it('does not let the sign-ins of one user shut out those of another on the same computer', () => {
    const room = createWaitingRoom(3, LAST);
    const floods = Array.from({ length: 3 }, () => room.enter(one('a', 'a', 'flooded')));
    expect(room.enter(one('a', 'a', 'other')).isDropped()).toBe(false);
    expect(floods.map((place) => place.isDropped())).toEqual([false, false, true]);
    expect(room.enter(one('a', 'a', 'flooded')).isDropped()).toBe(true);
  });
});
