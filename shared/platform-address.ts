import type { PlatformProblem } from './contract/session-state.ts';
import { platformKindOf, withoutScheme } from './platforms/registry.ts';
import { readWebAddress, type WebAddress } from './web-address.ts';

export { type AddressProblem, isLoopbackHost } from './web-address.ts';

/**
 * The address of a platform in the form in which it is stored and compared: the base address of a deployment, or that of
 * another kind with its scheme before it, such as `storekeeper+`. HTTPS, unless the host is this computer.
 */
export function readPlatformAddress(text: string): WebAddress {
  const typed = text.trim();
  const kind = platformKindOf(typed.toLowerCase());
  // A name alone may mean several things: only the field of its own kind takes it.
  const isStored = /^https?:\/\//i.test(typed.slice(kind.scheme.length));
  const read = isStored ? kind.readAddress(typed) : readWebAddress(typed);
  return read.ok ? { ok: true, address: read.address } : read;
}

/**
 * Whether the server at a normalised address proves its identity by a certificate; null, the built-in platform, is this
 * program itself. Over plain HTTP another process can take the port of a program that has ended and answer there: a
 * password is sent there only when the user asks for it.
 */
export function provesItself(platform: string | null): boolean {
  return platform === null || withoutScheme(platform).startsWith('https:');
}

/** What a person knows a platform by: its host and port, and its path where there is one. */
export function platformLabel(address: string): string {
  return withoutScheme(address).replace(/^https?:\/\//, '');
}

/**
 * The messages of the service about a platform that it could not reach. The sentences are those of
 * `api-client/upstream-failure.ts`, `platform/remote/remote-errors.ts` and `service/server/error-handler.ts` in electron.
 * The specified form of an error has no field for a code; the test of this file uses the errors that they throw, so that
 * no sentence is missing here.
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
    'The platform cannot be reached or failed inside.': 'unreachable',
    'The platform did not answer in time.': 'unreachable',
    'The platform gave an answer that makes no sense.': 'not-this-api',
    'The platform does not have this.': 'not-this-api',
    'The platform does not offer signing in.': 'not-this-api',
  }),
);

/** An answer of another form than the contract, with the member that is wrong. */
const UNEXPECTED_ANSWER = /^The service sent an unexpected answer at \/[^ ]*: /;

/** The problem with a platform by the message of a 502; null for any other message. */
export function platformProblemOf(message: string): PlatformProblem | null {
  if (UNEXPECTED_ANSWER.test(message)) return 'not-this-api';
  return PROBLEMS.get(message) ?? null;
}
