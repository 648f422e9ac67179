/** A place among those who wait. */
export interface WaitingPlace {
  /** Gives it back; once is as good as twice. */
  leave(): void;
  /** Settles when somebody else gets it; never, once it was left. */
  readonly lost: Promise<void>;
  isLost(): boolean;
}

export interface WaitingRoom {
  /** Null where it is full, and nobody in it has more places than `peer` would have. */
  enter(peer: string): WaitingPlace | null;
}

interface Held {
  readonly peer: string;
  readonly lose: () => void;
}

/** Holds `capacity` of all peers together, shared out as evenly as they ask for it. */
export function createWaitingRoom(capacity: number): WaitingRoom {
  /** In the order in which they came. */
  const held = new Set<Held>();

  /** The latest of the peer that has most, if that is more than one above what `peer` has. */
  function placeToTake(peer: string): Held | null {
    const counts = new Map<string, number>();
    for (const { peer: holder } of held) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    const [greediest = peer, most = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    if (most <= (counts.get(peer) ?? 0) + 1) return null;
    return [...held].findLast(({ peer: holder }) => holder === greediest) ?? null;
  }

  return {
    enter(peer) {
      if (held.size >= capacity) {
        const taken = placeToTake(peer);
        if (taken === null) return null;
        held.delete(taken);
        taken.lose();
      }
      const lost = Promise.withResolvers<void>();
      let isLost = false;
      const lose = () => {
        isLost = true;
        lost.resolve();
      };
      const place: Held = { peer, lose };
      held.add(place);
      return { leave: () => void held.delete(place), lost: lost.promise, isLost: () => isLost };
    },
  };
}
