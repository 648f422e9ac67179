import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from '../../../../electron/service/security/sign-in-admission.ts';

const one = (peer: string, signIn = 'same') => ({ peer, signIn });

describe('createWaitingRoom', () => {
  it('is one queue for a peer that asks alone', () => {
    const room = createWaitingRoom(2);
    const first = room.enter(one('a'));
    expect([first, room.enter(one('a'))]).not.toContain(null);
    expect(room.enter(one('a'))).toBeNull();
    first?.leave();
    first?.leave();
    expect(room.enter(one('a'))).not.toBeNull();
    expect(room.enter(one('a'))).toBeNull();
  });

  it('gives a newcomer the latest place of the peer that has most', async () => {
    const room = createWaitingRoom(3);
    const [a1, b, a2] = [room.enter(one('a')), room.enter(one('b')), room.enter(one('a'))];
    expect(room.enter(one('c'))).not.toBeNull();
    await a2?.lost;
    expect([a1, b, a2].map((place) => place?.isLost())).toEqual([false, false, true]);
  });

  it('takes no place from those who have as few', () => {
    const room = createWaitingRoom(2);
    const places = [room.enter(one('a')), room.enter(one('b'))];
    expect(room.enter(one('c'))).toBeNull();
    expect(room.enter(one('a'))).toBeNull();
    expect(places.map((place) => place?.isLost())).toEqual([false, false]);
  });

  it('is shared evenly in the end by two who never cease to ask', () => {
    const room = createWaitingRoom(8);
    const places = Array.from({ length: 8 }, () => room.enter(one('a')));
    const others = Array.from({ length: 8 }, () => room.enter(one('b')));
    expect(others.filter((place) => place !== null)).toHaveLength(4);
    expect(places.filter((place) => place?.isLost())).toHaveLength(4);
  });

  it('is filled by no user of one peer: another one gets the latest place of who has most', () => {
    const room = createWaitingRoom(3);
    const floods = Array.from({ length: 3 }, () => room.enter(one('a', 'flooded')));
    expect(room.enter(one('a', 'other'))).not.toBeNull();
    expect(floods.map((place) => place?.isLost())).toEqual([false, false, true]);
    expect(room.enter(one('a', 'flooded'))).toBeNull();
  });

  it('lets a peer with fewer places in, no matter as whom they sign in, and takes the latest', () => {
    const room = createWaitingRoom(2);
    const places = [room.enter(one('a', 'first')), room.enter(one('a', 'second'))];
    expect(room.enter(one('b', 'first'))).not.toBeNull();
    expect(places.map((place) => place?.isLost())).toEqual([false, true]);
  });
});
