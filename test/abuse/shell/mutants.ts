import { mutantsOf } from '../harness/mutant.ts';

const IN_TESTS = ['window-unboxed', 'paths-unchecked', 'any-origin-calls', 'any-frame-calls', 'arguments-unchecked'];

export const SHELL_MUTANTS = mutantsOf(IN_TESTS, {
  'electron/hosts/desktop/program-window.ts': {
    'window-unboxed': ['the window has no sandbox', 'sandbox: true', 'sandbox: false'],
  },
  'electron/hosts/desktop/locks.ts': {
    'network-found': [
      'connections can be opened beforehand',
      `  app.commandLine.appendSwitch(NO_NETWORK_SWITCH.name, NO_NETWORK_SWITCH.value);
`,
      '',
    ],
    'windows-allowed': ['a page may open windows', "action: 'deny'", "action: 'allow'"],
    'permissions-unchecked': [
      'permissions are asked for and never checked',
      `  session.setPermissionCheckHandler((_, permission, requestingOrigin) =>
    mayUsePermission(permission, requestingOrigin),
  );
`,
      '',
    ],
  },
  'electron/hosts/desktop/app-protocol.ts': {
    'paths-unchecked': [
      'a path is served as it is named',
      `    if (!isPlain(named)) return null;
    const root = await realpath(folder);
    const file = await realpath(join(root, named));
    return isWithin(root, file) ? file : null;`,
      '    return await realpath(join(folder, named));',
    ],
    'links-followed': [
      'a link out of the folder is followed',
      'await realpath(join(root, named))',
      'join(root, named)',
    ],
    'answers-without-policy': [
      'an answer of the API can be a page without a policy',
      '{ ...headers, ...NO_PAGE_HEADERS }',
      '{ ...headers, ...PAGE_HEADERS }',
    ],
  },
  'electron/hosts/desktop/guards.ts': {
    'any-origin-calls': [
      'every page may call the program',
      'frame.parent === null && isAppAddress(frame.url)',
      'frame.parent === null',
    ],
    'any-frame-calls': [
      'a frame inside the page may call the program',
      '!frame.isDestroyed() && frame.parent === null && ',
      '!frame.isDestroyed() && ',
    ],
    'pages-by-their-beginning': [
      'an address that begins like ours is ours',
      `mayNavigate(address: string): boolean {
  return isAppAddress(address);`,
      `mayNavigate(address: string): boolean {
  return address.startsWith('app://bundle');`,
    ],
    'plain-http-outside': [
      'plain http is opened outside',
      "return url.protocol === 'https:' && url.username",
      'return /^https?:$/.test(url.protocol) && url.username',
    ],
    'plain-http-inside': [
      'a page may speak to servers',
      "if (scheme === 'data:') return true;",
      "if (scheme === 'data:' || scheme === 'http:') return true;",
    ],
  },
  'electron/bridge/bridge-handler.ts': {
    'arguments-unchecked': [
      'a call takes whatever it is given',
      'if (!accepts[name](argument))',
      'if (argument === accepts)',
    ],
  },
  'electron/bridge/open-external-calls.ts': {
    'links-by-their-end': [
      'a host that ends like the one of the back office is opened',
      'allowedHosts.includes(url.hostname)',
      'allowedHosts.some((host) => url.hostname.endsWith(host))',
    ],
  },
  'electron/hosts/desktop/desktop-vault.ts': {
    'published-key-trusted': [
      'a password is kept under the key that Chromium publishes',
      'equals(PUBLISHED_KEY_TAG)',
      "equals(Buffer.from('no tag'))",
    ],
    'disguise-trusted': [
      'a password is kept under a key that everybody knows',
      "['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']",
      "['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6', 'basic_text']",
    ],
  },
});
