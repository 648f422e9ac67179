import { createStore } from 'zustand';
import {
  NEW_WINDOW_HEADER,
  WINDOW_ENDED_HEADER,
  WINDOWS_LET_IN_HEADER,
} from '../../../shared/contract/window-headers.ts';

/** The browser host lets this window in no longer. Only opening Tilldesk again helps. */
export class ShutOut extends Error {
  override readonly name = 'ShutOut';
  /** True where the launch code of this window was presented a second time; false where the run has ended. */
  readonly wasOpenedTwice: boolean;
  /** Origin of the window of the present run; null where that is not known. */
  readonly newWindow: string | null;

  constructor(wasOpenedTwice = false, newWindow: string | null = null) {
    super('the host lets this window in no longer');
    this.wasOpenedTwice = wasOpenedTwice;
    this.newWindow = newWindow;
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
  if (isShutOut(response)) {
    const { headers } = response;
    throw new ShutOut(headers.has(WINDOW_ENDED_HEADER), headers.get(NEW_WINDOW_HEADER));
  }
  const count = Number(response.headers.get(WINDOWS_LET_IN_HEADER));
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

/** `fetch` of the own origin, counted. */
export async function fetchHost(address: string, init: RequestInit): Promise<Response> {
  traffic.setState(({ underWay }) => ({ underWay: underWay + 1 }));
  try {
    const response = await fetch(address, init);
    traffic.setState({ answeredAt: performance.now() });
    return response;
  } finally {
    traffic.setState(({ underWay }) => ({ underWay: underWay - 1 }));
  }
}
