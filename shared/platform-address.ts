import type { PlatformProblem } from './contract/session-state.ts';
import { getPlatformKind, removeScheme } from './platforms/registry.ts';
import { readWebAddress, type WebAddressResult } from './web-address.ts';

export { type AddressProblem, isLoopbackHost } from './web-address.ts';

/**
 * Returns the stored form of a platform's address: the base address of a deployment, or another kind's address after
 * its scheme, such as `storekeeper+`. HTTPS, unless the host is this computer.
 */
export function readPlatformAddress(text: string): WebAddressResult {
  const typed = text.trim();
  const kind = getPlatformKind(typed.toLowerCase());
  // A bare name is ambiguous, so only the field of its kind accepts it.
  const isStored = /^https?:\/\//i.test(typed.slice(kind.scheme.length));
  const read = isStored ? kind.readAddress(typed) : readWebAddress(typed);
  return read.ok ? { ok: true, address: read.address } : read;
}

/**
 * Whether a server proves its identity by a certificate. `null` is the built-in platform, this program. Over plain
 * HTTP, another process can take the port of a program that has ended, so passwords are sent only if the user asks for
 * it.
 */
export function hasCertificate(platform: string | null): boolean {
  return platform === null || removeScheme(platform).startsWith('https:');
}

/** Formats the display name of a platform: host, port and path. */
export function formatPlatform(address: string): string {
  return removeScheme(address).replace(/^https?:\/\//, '');
}

/**
 * Messages of the service about platforms that it could not reach, from `api-client/upstream-failure.ts`,
 * `platform/remote/remote-errors.ts` and `service/server/error-handler.ts` in electron. The specified error has no
 * field for a code. The test of this file uses the errors that they throw, so that no message is missing.
 */
const PROBLEMS: ReadonlyMap<string, PlatformProblem> = new Map(
  Object.entries<PlatformProblem>({
    'The service must be called over https://. Change its address.': 'insecure',
    'The service could not be reached.': 'unreachable',
    'The service did not answer in time.': 'unreachable',
    'The service failed too often. Try again in a few seconds.': 'unreachable',
    'The certificate of the service is not trusted, not valid or for another name.': 'untrusted',
    'The service redirected to another address. Use that address directly.': 'not-this-api',
    'The answer of the service is too large.': 'not-this-api',
    'The answer is not JSON. Check the address of the service.': 'not-this-api',
    'The service sent an unexpected answer.': 'not-this-api',
    'The platform cannot be reached or returned an error.': 'unreachable',
    'The platform did not answer in time.': 'unreachable',
    'The platform returned an answer that is not valid.': 'not-this-api',
    'The platform does not have what was requested.': 'not-this-api',
    'The platform does not offer signing in.': 'not-this-api',
  }),
);

/** An answer that does not match the contract, with the wrong member. */
const UNEXPECTED_ANSWER = /^The service sent an unexpected answer at \/[^ ]*: /;

/** Finds the problem of a platform by the message of a 502; `null` for any other message. */
export function findPlatformProblem(message: string): PlatformProblem | null {
  if (UNEXPECTED_ANSWER.test(message)) return 'not-this-api';
  return PROBLEMS.get(message) ?? null;
}
