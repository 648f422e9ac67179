/** Longer than any part of a path of the service, and shorter than any token, key or secret. */
const LONGEST_PART = 24;
const LONGEST_PATH = 200;

/**
 * The path of a request target as it may be kept: without query, authority and anything that could be a secret
 * pasted into it. A part longer than 24 characters and all that follows it become `…`.
 */
export function loggablePath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const parts = path.split('/');
  const firstLong = parts.findIndex((part) => part.length > LONGEST_PART);
  const shown = firstLong === -1 ? parts : [...parts.slice(0, firstLong), '…'];
  return shown.join('/').slice(0, LONGEST_PATH);
}
