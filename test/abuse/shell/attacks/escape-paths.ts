/** Ways out of a folder: steps up, in every spelling that some system reads as one, then a file outside. */
const UP = ['..', '%2e%2e', '.%2e', '%2e.', '%2E%2E', '%252e%252e', '..%00', '%c0%ae%c0%ae', '..;', '...'];
const SEPARATORS = ['/', '%2f', '%2F', '%5c', '%5C', '\\', '%252f', '//'];
const TARGETS = ['secret.txt', 'renderer-other%2fsecret.txt'];

const ABSOLUTE = [
  '/C:/secret.txt',
  '/C%3a/secret.txt',
  '/c:%5csecret.txt',
  '/C:secret.txt',
  '/%5c%5cserver%5cshare%5csecret.txt',
  '//server/share/secret.txt',
  '/%2f%2fserver%2fshare%2fsecret.txt',
  '/%5c%5c%3f%5cC:%5csecret.txt',
  '/%5c%5c.%5cC:%5csecret.txt',
  '/file:%2f%2f%2fetc%2fpasswd',
  '/%2fetc%2fpasswd',
  '//etc/passwd',
  '/etc/passwd',
  '/proc/self/environ',
];

const ODD = [
  '/icon.svg%00',
  '/icon.svg%00.txt',
  '/%00',
  '/icon.svg::$DATA',
  '/icon.svg%3a%3a%24DATA',
  '/CON',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/link.txt',
  '/linked/secret.txt',
  '/linked/renderer-other/secret.txt',
  '/linked%2fsecret.txt',
  '/assets/../link.txt',
];

export function escapePaths(): string[] {
  const climbs = UP.flatMap((up) =>
    SEPARATORS.flatMap((separator) =>
      TARGETS.flatMap((target) => [
        `/${up}${separator}${target}`,
        `/assets${separator}${up}${separator}${up}${separator}${target}`,
      ]),
    ),
  );
  return [...new Set([...climbs, ...ABSOLUTE, ...ODD])];
}
