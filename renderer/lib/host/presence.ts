import { createStore, useStore } from 'zustand';
import { callBridge } from './bridge-client.ts';
import { hostLink, ShutOut, traffic } from './window-access.ts';

/** Whether the program of this window answers. */
export type Presence =
  | { readonly kind: 'here' }
  /** It hangs, sleeps or has stopped. */
  | { readonly kind: 'away' }
  /** It has ended, or another program answers on its port. Nothing of those answers is shown. */
  | { readonly kind: 'ended'; readonly saysRestarted: boolean }
  /** This window belongs to another run, or was closed. Nothing reopens it. */
  | { readonly kind: 'shut-out'; readonly wasOpenedTwice: boolean };

const HERE: Presence = { kind: 'here' };

const store = createStore<{ readonly presence: Presence }>()(() => ({ presence: HERE }));

export function usePresence(): Presence {
  return useStore(store, ({ presence }) => presence);
}

/** Together with two ticks this is less than the 3 s within which the user must be notified. */
const BEAT_INTERVAL_MS = 1_000;
const ANSWER_TIMEOUT_MS = 1_500;
const TICK_MS = 200;
/** A browser has six connections to a host. While other calls use them all, a beat has to wait for one. */
const MAX_CONNECTIONS = 6;
const BUSY_ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks the program every second whether it is there while the window is visible. Calls `onReturn` when it answers
 * again. Returns a function that stops this.
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
  // Immediately, because the page would show a form until the next beat.
  const stopWatching = hostLink.subscribe(({ hasEnded, saysRestarted }) => {
    if (hasEnded) note({ kind: 'ended', saysRestarted });
  });

  const beat = async () => {
    sentAt = performance.now();
    isWaiting = true;
    note(await checkPresence());
    isWaiting = false;
  };

  const tick = () => {
    if (document.hidden || store.getState().presence.kind === 'shut-out') return;
    const now = performance.now();
    if (!isWaiting) {
      if (now - sentAt >= BEAT_INTERVAL_MS) void beat();
      return;
    }
    const { underWay, answeredAt } = traffic.getState();
    const limitMs = underWay > MAX_CONNECTIONS ? BUSY_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS;
    const isLate = now - Math.max(sentAt, answeredAt) >= limitMs;
    if (!isLate) return;
    if (now - doubtedAt >= BEAT_INTERVAL_MS) {
      doubtedAt = now;
      hostLink.getState().doubt();
    }
    if (!hostLink.getState().hasEnded) note({ kind: 'away' });
  };

  const timer = setInterval(tick, TICK_MS);
  return () => {
    hasStopped = true;
    stopWatching();
    clearInterval(timer);
    store.setState({ presence: HERE });
  };
}

async function checkPresence(): Promise<Presence> {
  try {
    await callBridge('readSettings', {});
    return HERE;
  } catch (error) {
    if (error instanceof ShutOut) return { kind: 'shut-out', wasOpenedTwice: error.wasOpenedTwice };
    const { hasEnded, saysRestarted } = hostLink.getState();
    return hasEnded ? { kind: 'ended', saysRestarted } : { kind: 'away' };
  }
}

function saysRestarted(presence: Presence): boolean {
  return presence.kind === 'ended' && presence.saysRestarted;
}

const MAX_ATTEMPTS = 3;

/**
 * Fetches a part of the window that is drawn beside others. Waits while the program is away, because a failed part
 * would take down the whole page.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS) throw error;
    }
    // By then it is known whether the program is away.
    await new Promise((resolve) => setTimeout(resolve, BEAT_INTERVAL_MS + ANSWER_TIMEOUT_MS + TICK_MS));
    if (store.getState().presence.kind === 'here') attempt += 1;
    else await waitUntilPresent();
  }
}

async function waitUntilPresent(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.subscribe(({ presence }) => {
    if (presence.kind === 'here') resolve();
  });
  await promise;
  stop();
}
