import type { LaunchCodes } from './launch-codes.ts';

/** A fresh address that lets one browser in. `authority` is host and port. */
export function launchAddress(authority: string, codes: LaunchCodes): string {
  return `http://${authority}/launch?code=${codes.issue()}`;
}
