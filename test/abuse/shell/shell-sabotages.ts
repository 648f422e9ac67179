import type { Sabotage } from '../harness/sabotage.ts';

/** One for each kind of guard, for the time that the tests may take. */
const IN_TESTS = ['window-unboxed', 'paths-unchecked', 'any-origin-calls', 'any-frame-calls', 'arguments-unchecked'];

function sabotage(name: string, flaw: string, file: string, find: string, put: string): Sabotage {
  return { name, flaw, edit: { file, find, put }, leftToAbuse: !IN_TESTS.includes(name) };
}

export const SHELL_SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'window-unboxed',
    'the window has no sandbox',
    'electron/hosts/desktop/program-window.ts',
    'sandbox: true',
    'sandbox: false',
  ),
  sabotage(
    'network-found',
    'connections can be opened beforehand',
    'electron/hosts/desktop/locks.ts',
    '  app.commandLine.appendSwitch(NO_NETWORK_SWITCH.name, NO_NETWORK_SWITCH.value);\n',
    '',
  ),
  sabotage(
    'paths-unchecked',
    'a path is served as it is named',
    'electron/hosts/desktop/app-protocol.ts',
    `  if (named === null || !isPlain(named)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, named));
    return isWithin(root, file) ? file : null;`,
    `  if (named === null) return null;
  try {
    return await realpath(join(folder, named));`,
  ),
  sabotage(
    'links-followed',
    'a link out of the folder is followed',
    'electron/hosts/desktop/app-protocol.ts',
    'await realpath(join(root, named))',
    'join(root, named)',
  ),
  sabotage(
    'any-origin-calls',
    'every page may call the program',
    'electron/hosts/desktop/guards.ts',
    'frame.parent === null && isAppAddress(frame.url)',
    'frame.parent === null',
  ),
  sabotage(
    'any-frame-calls',
    'a frame inside the page may call the program',
    'electron/hosts/desktop/guards.ts',
    '!frame.isDestroyed() && frame.parent === null && ',
    '!frame.isDestroyed() && ',
  ),
  sabotage(
    'arguments-unchecked',
    'a call takes whatever it is given',
    'electron/bridge/bridge-handler.ts',
    'if (!accepts[name](argument))',
    'if (argument === accepts)',
  ),
  sabotage(
    'windows-allowed',
    'a page may open windows',
    'electron/hosts/desktop/locks.ts',
    "action: 'deny'",
    "action: 'allow'",
  ),
  sabotage(
    'pages-by-their-beginning',
    'an address that begins like ours is ours',
    'electron/hosts/desktop/guards.ts',
    'mayNavigate(address: string): boolean {\n  return isAppAddress(address);',
    "mayNavigate(address: string): boolean {\n  return address.startsWith('app://bundle');",
  ),
  sabotage(
    'permissions-unchecked',
    'permissions are asked for and never checked',
    'electron/hosts/desktop/locks.ts',
    `  session.setPermissionCheckHandler((_, permission, requestingOrigin) =>
    mayUsePermission(permission, requestingOrigin),
  );
`,
    '',
  ),
  sabotage(
    'links-by-their-end',
    'a host that ends like the one of the back office is opened',
    'electron/bridge/open-external-calls.ts',
    'allowedHosts.includes(url.hostname)',
    'allowedHosts.some((host) => url.hostname.endsWith(host))',
  ),
  sabotage(
    'plain-http-outside',
    'plain http is opened outside',
    'electron/hosts/desktop/guards.ts',
    "return url.protocol === 'https:' && url.username",
    'return /^https?:$/.test(url.protocol) && url.username',
  ),
  sabotage(
    'plain-http-inside',
    'a page may speak to servers',
    'electron/hosts/desktop/guards.ts',
    "if (scheme === 'data:') return true;",
    "if (scheme === 'data:' || scheme === 'http:') return true;",
  ),
  sabotage(
    'answers-without-policy',
    'an answer of the API can be a page without a policy',
    'electron/hosts/desktop/app-protocol.ts',
    '{ ...headers, ...NO_PAGE_HEADERS }',
    '{ ...headers, ...PAGE_HEADERS }',
  ),
  sabotage(
    'published-key-trusted',
    'a password is kept under the key that Chromium publishes',
    'electron/hosts/desktop/desktop-vault.ts',
    'equals(PUBLISHED_KEY_TAG)',
    "equals(Buffer.from('no tag'))",
  ),
  sabotage(
    'disguise-trusted',
    'a password is kept under a key that everybody knows',
    'electron/hosts/desktop/desktop-vault.ts',
    "['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']",
    "['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6', 'basic_text']",
  ),
];
