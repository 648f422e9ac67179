import type { RecordedExports } from '../exports/recorded-exports.ts';
import { failureOf } from './bridge-failure.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

interface FetchPermissionDeps extends SignedInCallerDeps {
  readonly exports: Pick<RecordedExports, 'mayFetch'>;
}

/** Tells whether who is signed in now may have the export at a path. Nobody may where nobody is signed in. */
export function fetchPermission({ exports, ...deps }: FetchPermissionDeps) {
  return async (path: string): Promise<boolean> => {
    try {
      return await exports.mayFetch(await signedInCaller(deps), path);
    } catch (error) {
      // What nobody foresaw is no answer; all else says why there is no caller.
      if (failureOf(error) === null) throw error;
      return false;
    }
  };
}
