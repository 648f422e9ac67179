import type { PlatformTrouble } from './contract/session-state.ts';

/**
 * What the service says of a platform that it could not ask. The sentences are fixed, and in electron those of
 * `upstream/upstream-failure.ts`, of `platform/remote/remote-errors.ts` where there is no such API, and of
 * `service/to-api-error.ts`. The agreed form of an error has no place for a code; the test of this file goes by what
 * they throw, so that no sentence is forgotten here.
 */
const TROUBLES: ReadonlyMap<string, PlatformTrouble> = new Map(
  Object.entries<PlatformTrouble>({
    'The service is asked over https:// only.': 'insecure',
    'The service could not be reached.': 'unreachable',
    'The service did not answer in time.': 'unreachable',
    'The service failed too often; it is left alone for a moment.': 'unreachable',
    'The service could not prove who it is: its certificate is not trusted, not valid or of another name.':
      'untrusted',
    'The service sent us to another address, where nothing is asked.': 'not-this-api',
    'The service answered more than is taken.': 'not-this-api',
    'What answered is not the service: it sent something else than JSON.': 'not-this-api',
    'The service answered something unexpected.': 'not-this-api',
    'The platform cannot be reached or failed inside.': 'unreachable',
    'The platform did not answer in time.': 'unreachable',
    'The platform gave an answer that makes no sense.': 'not-this-api',
    'The platform does not offer this.': 'not-this-api',
    'The platform does not offer to sign in.': 'not-this-api',
  }),
);

/** What is wrong with a platform by the message of a 502; null where that says something else. */
export function platformTroubleOf(message: string): PlatformTrouble | null {
  return TROUBLES.get(message) ?? null;
}
