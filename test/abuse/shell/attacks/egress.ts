/** Each way in which a page can make its browser ask somebody for something. */
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

/** What the page itself is made of. */
export const OWN_REQUESTS: readonly string[] = [
  'app://bundle/',
  'app://bundle/assets/index.js',
  'app://bundle/api/shops',
  'data:image/png;base64,AA',
  'blob:app://bundle/1',
];
