import { randomUUID } from 'node:crypto';
import { BridgeError } from './bridge-error.ts';

/** Which file an export became, for as long as the program runs: the window names exports, never paths. */
export interface FinishedExports {
  /** Answers the id under which the file can be found again. */
  remember(path: string): string;
  /** Throws `BridgeError` for an id that was never given out. */
  pathOf(id: string): string;
}

export function createFinishedExports(): FinishedExports {
  const paths = new Map<string, string>();
  return {
    remember(path) {
      const id = randomUUID();
      paths.set(id, path);
      return id;
    },
    pathOf(id) {
      const path = paths.get(id);
      if (path === undefined) throw new BridgeError('invalid', 'This export is not known any more.');
      return path;
    },
  };
}
