import type { FrameSigns } from '../../../../electron/hosts/desktop/guards.ts';
import { FOREIGN_ADDRESSES } from './foreign-addresses.ts';

export interface Sender {
  readonly name: string;
  readonly frame: FrameSigns | null;
}

const OWN = 'app://bundle/';

/** Frames that may not call the program: of other pages, inside our page, and such as are gone. */
export function foreignSenders(): readonly Sender[] {
  const parent = { url: OWN };
  return [
    ...FOREIGN_ADDRESSES.map((url) => ({ name: `"${url}"`, frame: frameOf(url, null) })),
    ...[OWN, 'about:srcdoc', 'about:blank', 'data:text/html,x', ''].map((url) => ({
      name: `"${url}" inside our page`,
      frame: frameOf(url, parent),
    })),
    { name: 'a frame that is gone', frame: null },
    { name: 'a frame that goes away', frame: goneFrame() },
  ];
}

export function ownSender(): Sender {
  return { name: 'our page', frame: frameOf(`${OWN}catalog`, null) };
}

function frameOf(url: string, parent: unknown): FrameSigns {
  return { url, parent, isDestroyed: () => false };
}

/** Electron throws when anything else is asked of such a frame. */
function goneFrame(): FrameSigns {
  const gone = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  };
  return Object.defineProperties({ isDestroyed: () => true } as FrameSigns, {
    url: { get: gone },
    parent: { get: gone },
  });
}
