import { isRead, type PageRequest } from './page-request.ts';
import { type RelayedAnswer, relayedError } from './relayed-answer.ts';
import { staysInApi } from './stays-in-api.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];
const MAX_BODY_BYTES = 16 * 1024;
const JSON_TYPE = /^application\/json([ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i;
/** No escapes, no query: whoever reads it reads the same. */
const PLAIN_PATH = /^\/api(\/[\w-]+)+$/;
const SIGN_IN_PATHS = '/api/auth/';

/** The answer to what is not asked of the API in the name of the page; null for what may be. */
export function refusePageRequest(request: PageRequest): RelayedAnswer | null {
  const { target, method, body } = request;
  if (!staysInApi(target)) return noSuchPath();
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ');
    return relayedError(405, 'Method Not Allowed', `The page may send ${allow} only.`, { allow });
  }
  if (isRead(request)) return null;
  if (!mayBeChanged(target)) return noSuchPath();
  if (body.length > MAX_BODY_BYTES) {
    return relayedError(413, 'Payload Too Large', 'The body is larger than 16 KiB.');
  }
  if (body.length > 0 && !JSON_TYPE.test(request.header('content-type') ?? '')) {
    return relayedError(415, 'Unsupported Media Type', 'The body must be application/json in UTF-8.');
  }
  return null;
}

/** Signing in is for the bridge alone: the answer is a token, and the page gets none. */
function mayBeChanged(target: string): boolean {
  return PLAIN_PATH.test(target) && !target.startsWith(SIGN_IN_PATHS);
}

function noSuchPath(): RelayedAnswer {
  return relayedError(404, 'Not Found', 'There is no such path in the API.');
}
