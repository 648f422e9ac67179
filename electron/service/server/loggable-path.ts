/** What the paths of the service are made of: words, file names and ids. */
const PLAIN_PART = /^(?:[a-z][a-z.-]{0,23}|\d{1,15}|\*?)$/;
const LONGEST_PATH = 200;

/**
 * The path of a request target as it may be kept: without query, authority and what could be somebody's secret
 * or name pasted into it. A part that is no plain word or number, and all that follows it, become `…`.
 */
export function loggablePath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const parts = path.split('/');
  const firstOdd = parts.findIndex((part) => !PLAIN_PART.test(part));
  const shown = firstOdd === -1 ? parts : [...parts.slice(0, firstOdd), '…'];
  return shown.join('/').slice(0, LONGEST_PATH);
}
