import { shell } from 'electron';
import { BridgeError } from '../../bridge/bridge-error.ts';
import type { OutsidePlace } from '../../bridge/host.ts';
import { isOwnDocumentation, mayOpenOutside } from './guards.ts';

/** Has the system open a place, after a last look at it. */
export async function openOutside(place: OutsidePlace): Promise<void> {
  switch (place.kind) {
    case 'back-office':
      if (!mayOpenOutside(place.url)) throw new Error('Only plain https addresses are opened.');
      return shell.openExternal(place.url.href);
    case 'documentation':
      if (!isOwnDocumentation(place.url)) {
        throw new Error('Only the documentation of this program is opened.');
      }
      return shell.openExternal(place.url.href);
    case 'data-folder':
      return openFolder(place.path);
  }
}

async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '') throw new BridgeError('failed', `The folder cannot be opened: ${problem}`);
}
