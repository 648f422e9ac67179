import { createStore } from 'zustand/vanilla';
import { OPENED_WINDOWS_HEADER, WINDOW_ENDED_HEADER } from '../../../shared/contract/window-headers.ts';

/** The browser host no longer lets this window in. Only opening Tilldesk again helps. */
export class ShutOut extends Error {
  override readonly name = 'ShutOut';
  /**
   * Whether the launch code of this window was presented a second time; otherwise the window belongs to another run.
   */
  readonly wasOpenedTwice: boolean;

  constructor(wasOpenedTwice = false) {
    super('the host lets this window in no longer');
    this.wasOpenedTwice = wasOpenedTwice;
  }
}

/** The host itself refuses with a page. The program behind it always answers with JSON. */
function isShutOut(response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.status === 401 && isPage;
}

/** The number of windows let in so far, according to the first and the latest answer; `null` before the first. */
const admissions = createStore<{ readonly first: number | null; readonly latest: number }>()(() => ({
  first: null,
  latest: 0,
}));

/** Reads the host's headers about windows. Throws `ShutOut`. */
export function readHostAnswer(response: Response): void {
  if (isShutOut(response)) throw new ShutOut(response.headers.has(WINDOW_ENDED_HEADER));
  const count = Number(response.headers.get(OPENED_WINDOWS_HEADER));
  if (count > admissions.getState().latest) {
    admissions.setState(({ first }) => ({ first: first ?? count, latest: count }));
  }
}

/** Calls `onOpened` each time another window was let in after this one. Returns a function that stops this. */
export function watchOtherWindows(onOpened: () => void): () => void {
  return admissions.subscribe(({ first, latest }) => {
    if (latest !== first) onOpened();
  });
}

/** Requests to the host. */
interface Traffic {
  readonly underWay: number;
  /** The time of the latest answer, by `performance.now()`. */
  readonly answeredAt: number;
}

export const traffic = createStore<Traffic>()(() => ({ underWay: 0, answeredAt: 0 }));

export type SendToHost = (address: string, init: RequestInit) => Promise<Response>;

interface HostLink {
  readonly send: SendToHost;
  /** Whether a call has failed and the program on the port has not proven since to be the program of this window. */
  readonly hasEnded: boolean;
  /**
   * The program on the port says that this window belongs to an earlier run. That is not proven, so it changes only the
   * words on the last page.
   */
  readonly saysRestarted: boolean;
  /** Call this if an answer is late. Nothing else is sent until the program on the port has proven itself. */
  readonly doubt: () => void;
}

/** The Electron window reaches its program by `fetch`. `proven-window.ts` replaces this in the browser host. */
export const hostLink = createStore<HostLink>()(() => ({
  send: (address, init) => fetch(address, init),
  hasEnded: false,
  saysRestarted: false,
  doubt: () => undefined,
}));

/** Sends a request to the window's own origin and counts it. */
export async function fetchHost(address: string, init: RequestInit): Promise<Response> {
  traffic.setState(({ underWay }) => ({ underWay: underWay + 1 }));
  try {
    const response = await hostLink.getState().send(address, init);
    traffic.setState({ answeredAt: performance.now() });
    return response;
  } finally {
    traffic.setState(({ underWay }) => ({ underWay: underWay - 1 }));
  }
}
