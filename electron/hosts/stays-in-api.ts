const API_PREFIX = '/api/';

/**
 * Whether a target, path and query, still lies below `/api/` once it is resolved. Ways up and backslashes are
 * refused wherever they lead, in encoded form too: readers disagree on what they mean.
 */
export function staysInApi(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  const decoded = path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
  const isPlain = !decoded.includes('\\') && !decoded.split('/').some(isDotSegment);
  const resolved = URL.parse(`http://127.0.0.1${target}`)?.pathname ?? '';
  return isPlain && path.startsWith(API_PREFIX) && resolved.startsWith(API_PREFIX);
}

function isDotSegment(segment: string): boolean {
  return segment === '.' || segment === '..';
}
