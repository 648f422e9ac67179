import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameSigns } from '../../../../electron/hosts/desktop/guards.ts';
import { projectPath } from '../../../../scripts/launching/project-paths.mjs';

/** Each way in which a page can make the browser send a request elsewhere. */
export const EGRESS: readonly { readonly kind: string; readonly url: string }[] = [
  { kind: 'fetch', url: 'https://evil.example/fetch' },
  { kind: 'fetch of a service on this computer', url: 'http://127.0.0.1:4870/api/shops' },
  { kind: 'fetch by number', url: 'http://2130706433/' },
  { kind: 'image', url: 'http://evil.example/pixel.gif?secret' },
  { kind: 'socket', url: 'ws://evil.example/' },
  { kind: 'secure socket', url: 'wss://evil.example/' },
  { kind: 'beacon', url: 'https://evil.example/beacon' },
  { kind: 'prefetch', url: 'https://evil.example/next' },
  { kind: 'event stream', url: 'https://evil.example/events' },
  { kind: 'frame', url: 'https://evil.example/frame' },
  { kind: 'script', url: 'https://evil.example/x.js' },
  { kind: 'font', url: 'https://evil.example/x.woff2' },
  { kind: 'file', url: 'file:///etc/passwd' },
  { kind: 'file server', url: 'ftp://evil.example/' },
  { kind: 'blob of another page', url: 'blob:https://evil.example/1' },
  { kind: 'blob of nobody', url: 'blob:null/1' },
  { kind: 'other host of our scheme', url: 'app://evil/x' },
  { kind: 'look-alike of our host', url: 'app://bundle.evil.example/x' },
  { kind: 'extension', url: 'chrome-extension://x/y' },
  { kind: 'no address', url: '' },
];

/** Requests that the page itself needs. */
export const OWN_REQUESTS: readonly string[] = [
  ...['app://bundle/', 'app://bundle/assets/index.js', 'app://bundle/api/shops'],
  ...['data:image/png;base64,AA', 'blob:app://bundle/1'],
];

const SIGNATURE = /setPermissionRequestHandler\(handler: \(\(webContents: WebContents, permission: ([^,]+),/;

/** Returns every permission that Electron documents for its session, read from its types. */
export function electronPermissions(): readonly string[] {
  const types = readFileSync(projectPath('node_modules', 'electron', 'electron.d.ts'), 'utf8');
  const names = SIGNATURE.exec(types)?.[1] ?? '';
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}

/** Paths out of a folder: steps up, in every spelling that some system understands, then a file outside. */
const UP = ['..', '%2e%2e', '.%2e', '%2e.', '%2E%2E', '%252e%252e', '..%00', '%c0%ae%c0%ae', '..;', '...'];
const SEPARATORS = ['/', '%2f', '%2F', '%5c', '%5C', '\\', '%252f', '//'];
const TARGETS = ['secret.txt', 'renderer-other%2fsecret.txt'];

const ABSOLUTE = (
  '/C:/secret.txt|/C%3a/secret.txt|/c:%5csecret.txt|/C:secret.txt|/%5c%5cserver%5cshare%5csecret.txt|' +
  '//server/share/secret.txt|/%2f%2fserver%2fshare%2fsecret.txt|/%5c%5c%3f%5cC:%5csecret.txt|' +
  '/%5c%5c.%5cC:%5csecret.txt|/file:%2f%2f%2fetc%2fpasswd|/%2fetc%2fpasswd|//etc/passwd|/etc/passwd|' +
  '/proc/self/environ'
).split('|');

const ODD = (
  '/icon.svg%00|/icon.svg%00.txt|/%00|/icon.svg::$DATA|/icon.svg%3a%3a%24DATA|/CON|/%|/%zz|/%ff%fe|/link.txt|' +
  '/linked/secret.txt|/linked/renderer-other/secret.txt|/linked%2fsecret.txt|/assets/../link.txt'
).split('|');

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

/** Addresses that are not the window's own, some of which resemble it at the beginning, the end or inside. */
export const FOREIGN_ADDRESSES = (
  'https://evil.example/|http://127.0.0.1:4870/|http://localhost:4871/|http://[::1]:4870/|file:///etc/passwd|' +
  'file://bundle/index.html|app://evil/|app://bundle.evil.example/|app://bundle.|app://bundle:1/|' +
  'app://bundle@evil.example/|app://bundle%2eevil.example/|app://bundleevil/|app://evilbundle/|' +
  'app://evil/app://bundle/|app://user@bundle/|app://user:pass@bundle/|app:bundle/|app:/bundle/|app:///bundle/|' +
  'app2://bundle/|xapp://bundle/|https://bundle/|https://evil.example/app://bundle/|' +
  'https://evil.example/?app://bundle/|https://evil.example/#app://bundle/|https://evil.example/bundle/|' +
  'javascript:alert(1)|javascript:"app://bundle/"|about:blank|about:srcdoc|data:text/html,<script>1</script>|' +
  'data:text/html,app://bundle/|blob:https://evil.example/x|blob:app://bundle/x|filesystem:app://bundle/x|' +
  'view-source:app://bundle/|devtools://devtools/x|chrome://gpu|chrome-extension://bundle/x.html|ms-msdt:/id|' +
  'mailto:a@evil.example|\\\\host\\share|//bundle/|bundle|null|'
).split('|');

export interface Sender {
  readonly name: string;
  readonly frame: FrameSigns | null;
}

const OWN = 'app://bundle/';

/** Frames that may not call the program: those of other pages, those inside our page, and deleted ones. */
export function foreignSenders(): readonly Sender[] {
  const parent = { url: OWN };
  return [
    ...FOREIGN_ADDRESSES.map((url) => ({ name: `"${url}"`, frame: frameOf(url, null) })),
    ...[OWN, 'about:srcdoc', 'about:blank', 'data:text/html,x', ''].map((url) => ({
      name: `"${url}" inside our page`,
      frame: frameOf(url, parent),
    })),
    { name: 'a frame that is gone', frame: null },
    { name: 'a frame that goes away', frame: goneFrame() },
  ];
}

export function ownSender(): Sender {
  return { name: 'our page', frame: frameOf(`${OWN}catalog`, null) };
}

function frameOf(url: string, parent: unknown): FrameSigns {
  return { url, parent, isDestroyed: () => false };
}

/** A deleted frame: Electron throws if anything else is read from it. */
function goneFrame(): FrameSigns {
  const gone = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  };
  return Object.defineProperties({ isDestroyed: () => true } as FrameSigns, {
    url: { get: gone },
    parent: { get: gone },
  });
}

/** Content of the files outside the user interface, and of no file inside. */
const OUTSIDE = 'outside the user interface';

/** Files of the user interface that may be served, by path. */
const INSIDE: Readonly<Record<string, string>> = {
  'assets/a b.js': 'export {};',
  'icon.svg': '<svg/>',
};

/** Writes a built user interface below `root`, with links that lead out of it and a folder with a similar name. */
export function layRenderer(root: string): string {
  const rendererFolder = join(root, 'renderer');
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
  mkdirSync(join(root, 'renderer-other'));
  writeFileSync(join(rendererFolder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  for (const [path, text] of Object.entries(INSIDE)) writeFileSync(join(rendererFolder, path), text);
  for (const file of ['secret.txt', 'renderer-other/secret.txt']) writeFileSync(join(root, file), OUTSIDE);
  symlinkSync(join(root, 'secret.txt'), join(rendererFolder, 'link.txt'));
  symlinkSync(root, join(rendererFolder, 'linked'));
  symlinkSync('loop', join(rendererFolder, 'loop'));
  return rendererFolder;
}
