import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from '../../../electron/service/waiting-room.ts';

describe('createWaitingRoom', () => {
  it('is one queue for whoever asks alone', () => {
    const room = createWaitingRoom(2);
    const first = room.enter('a');
    expect([first, room.enter('a')]).not.toContain(null);
    expect(room.enter('a')).toBeNull();
    first?.leave();
    first?.leave();
    expect(room.enter('a')).not.toBeNull();
    expect(room.enter('a')).toBeNull();
  });

  it('gives a newcomer the latest place of the peer that has most', async () => {
    const room = createWaitingRoom(3);
    const [a1, b, a2] = [room.enter('a'), room.enter('b'), room.enter('a')];
    expect(room.enter('c')).not.toBeNull();
    await a2?.lost;
    expect([a1, b, a2].map((place) => place?.isLost())).toEqual([false, false, true]);
  });

  it('takes no place from those who have as few', () => {
    const room = createWaitingRoom(2);
    const places = [room.enter('a'), room.enter('b')];
    expect(room.enter('c')).toBeNull();
    expect(room.enter('a')).toBeNull();
    expect(places.map((place) => place?.isLost())).toEqual([false, false]);
  });

  it('is shared evenly in the end by two who never cease to ask', () => {
    const room = createWaitingRoom(8);
    const places = Array.from({ length: 8 }, () => room.enter('a'));
    const others = Array.from({ length: 8 }, () => room.enter('b'));
    expect(others.filter((place) => place !== null)).toHaveLength(4);
    expect(places.filter((place) => place?.isLost())).toHaveLength(4);
  });
});
