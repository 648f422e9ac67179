import { createStore } from 'zustand/vanilla';
import { OPENED_WINDOWS_HEADER, WINDOW_ENDED_HEADER } from '../../../shared/contract/window-headers.ts';

/** The browser host lets this window in no longer. Only opening Tilldesk again helps. */
export class ShutOut extends Error {
  override readonly name = 'ShutOut';
  /** True if the launch code of this window was presented a second time; false if it belongs to another run. */
  readonly wasOpenedTwice: boolean;

  constructor(wasOpenedTwice = false) {
    super('the host lets this window in no longer');
    this.wasOpenedTwice = wasOpenedTwice;
  }
}

/** The host itself refuses with a page; what the program behind it answers is always JSON. */
function isShutOut(response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.status === 401 && isPage;
}

/** How many windows have been let in, by the first and the latest answer; null before the first. */
const letIn = createStore<{ readonly first: number | null; readonly latest: number }>()(() => ({
  first: null,
  latest: 0,
}));

/** Reads the headers of the host about windows. Throws `ShutOut`. */
export function readHostAnswer(response: Response): void {
  if (isShutOut(response)) throw new ShutOut(response.headers.has(WINDOW_ENDED_HEADER));
  const count = Number(response.headers.get(OPENED_WINDOWS_HEADER));
  if (count > letIn.getState().latest) {
    letIn.setState(({ first }) => ({ first: first ?? count, latest: count }));
  }
}

/** Calls `onOpened` each time another window was let in after this one; returns a function that stops this. */
export function watchOtherWindows(onOpened: () => void): () => void {
  return letIn.subscribe(({ first, latest }) => {
    if (latest !== first) onOpened();
  });
}

/** Requests to the host. */
interface Traffic {
  readonly underWay: number;
  /** When the latest one was answered, by `performance.now()`. */
  readonly answeredAt: number;
}

export const traffic = createStore<Traffic>()(() => ({ underWay: 0, answeredAt: 0 }));

export type SendToHost = (address: string, init: RequestInit) => Promise<Response>;

interface Way {
  readonly send: SendToHost;
  /** Whether a call has failed, and whoever has the port has not proven since to be the program of this window. */
  readonly hasEnded: boolean;
  /**
   * Whoever has the port says that this window is of an earlier run. Nobody has proven that: it changes the words on the
   * last page, and nothing else.
   */
  readonly saysRestarted: boolean;
  /** An answer is late. Until whoever has the port has proven to be the program, nothing else is sent. */
  readonly doubt: () => void;
}

/** The window of Electron reaches its program by `fetch` alone. `proven-window.ts` has another way. */
export const way = createStore<Way>()(() => ({
  send: (address, init) => fetch(address, init),
  hasEnded: false,
  saysRestarted: false,
  doubt: () => undefined,
}));

/** Sends a request to the own origin, and counts it. */
export async function fetchHost(address: string, init: RequestInit): Promise<Response> {
  traffic.setState(({ underWay }) => ({ underWay: underWay + 1 }));
  try {
    const response = await way.getState().send(address, init);
    traffic.setState({ answeredAt: performance.now() });
    return response;
  } finally {
    traffic.setState(({ underWay }) => ({ underWay: underWay - 1 }));
  }
}
