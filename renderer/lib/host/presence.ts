import { createStore, useStore } from 'zustand';
import { callBridge } from './bridge-client.ts';
import { ShutOut, traffic, way } from './window-access.ts';

/** Whether the program behind this window answers. */
export type Presence =
  | { readonly kind: 'here' }
  /** It hangs, sleeps or has stopped. */
  | { readonly kind: 'away' }
  /** It has ended, or another program answers in its name: nothing of that is shown. */
  | { readonly kind: 'ended'; readonly saysRestarted: boolean }
  /** This window belongs to another run, or was closed: nothing brings it back. */
  | { readonly kind: 'shut-out'; readonly wasOpenedTwice: boolean };

const HERE: Presence = { kind: 'here' };

const store = createStore<{ readonly presence: Presence }>()(() => ({ presence: HERE }));

export function usePresence(): Presence {
  return useStore(store, ({ presence }) => presence);
}

/** Together, with two ticks, less than the 3 s within which a user is told. */
const BEAT_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 1_500;
const TICK_MS = 200;
/** A browser has six connections to a host: while other calls use them all, a beat waits for one of them. */
const CONNECTIONS = 6;
const ANSWER_WITHIN_WHILE_BUSY_MS = 10_000;

/**
 * Asks the program each second whether it is there, as long as the window is visible. `onReturn` is called when it answers
 * again after it was away. Returns a function that stops this.
 */
export function watchPresence(onReturn: () => void): () => void {
  let sentAt = Number.NEGATIVE_INFINITY;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  let hasStopped = false;

  const note = (presence: Presence) => {
    const before = store.getState().presence;
    const isSame = before.kind === presence.kind && saysRestarted(before) === saysRestarted(presence);
    if (hasStopped || isSame) return;
    store.setState({ presence });
    if (before.kind !== 'here' && presence.kind === 'here') onReturn();
  };
  // At once: until the next beat the page would show a form.
  const stopWatching = way.subscribe(({ hasEnded, saysRestarted }) => {
    if (hasEnded) note({ kind: 'ended', saysRestarted });
  });

  const beat = async () => {
    sentAt = performance.now();
    isWaiting = true;
    note(await presenceByCall());
    isWaiting = false;
  };

  const tick = () => {
    if (document.hidden || store.getState().presence.kind === 'shut-out') return;
    const now = performance.now();
    if (!isWaiting) {
      if (now - sentAt >= BEAT_EVERY_MS) void beat();
      return;
    }
    const { underWay, answeredAt } = traffic.getState();
    const limitMs = underWay > CONNECTIONS ? ANSWER_WITHIN_WHILE_BUSY_MS : ANSWER_WITHIN_MS;
    const isLate = now - Math.max(sentAt, answeredAt) >= limitMs;
    if (!isLate) return;
    if (now - doubtedAt >= BEAT_EVERY_MS) {
      doubtedAt = now;
      way.getState().doubt();
    }
    if (!way.getState().hasEnded) note({ kind: 'away' });
  };

  const timer = setInterval(tick, TICK_MS);
  return () => {
    hasStopped = true;
    stopWatching();
    clearInterval(timer);
    store.setState({ presence: HERE });
  };
}

async function presenceByCall(): Promise<Presence> {
  try {
    await callBridge('readSettings', {});
    return HERE;
  } catch (error) {
    if (error instanceof ShutOut) return { kind: 'shut-out', wasOpenedTwice: error.wasOpenedTwice };
    const { hasEnded, saysRestarted } = way.getState();
    return hasEnded ? { kind: 'ended', saysRestarted } : { kind: 'away' };
  }
}

function saysRestarted(presence: Presence): boolean {
  return presence.kind === 'ended' && presence.saysRestarted;
}

const MAX_ATTEMPTS = 3;

/**
 * Fetches a part of the window that is drawn beside others. While the program is away it waits: a part that failed would
 * take the whole page with it.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS) throw error;
    }
    // By then it is known whether that was the reason.
    await new Promise((resolve) => setTimeout(resolve, BEAT_EVERY_MS + ANSWER_WITHIN_MS + TICK_MS));
    if (store.getState().presence.kind === 'here') attempt += 1;
    else await present();
  }
}

async function present(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.subscribe(({ presence }) => {
    if (presence.kind === 'here') resolve();
  });
  await promise;
  stop();
}
