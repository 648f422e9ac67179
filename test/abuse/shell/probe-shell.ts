import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import type { ApiAnswer } from '../../../electron/api-client/api-client.ts';
import { openableLink } from '../../../electron/bridge/open-external-calls.ts';
import { resolveFile } from '../../../electron/hosts/desktop/app-protocol.ts';
import { openDesktopVault } from '../../../electron/hosts/desktop/desktop-vault.ts';
import { BRIDGE_CHANNEL } from '../../../electron/hosts/desktop/electron-host.ts';
import { lockProgram } from '../../../electron/hosts/desktop/locks.ts';
import { BRIDGE_CALLS } from '../../../shared/contract/bridge.ts';
import { BOXED_PREFERENCES } from '../../support/boxed-preferences.ts';
import { behaviour, sessionHandlers, told } from '../../support/electron-stand-in.ts';
import { bridgeDouble } from '../../unit/bridge/bridge-double.ts';
import { AT_REST, makeHost, openStandInWindow } from '../../unit/hosts/desktop/made-host.ts';
import type { SuiteRun } from '../harness/suite.ts';
import {
  BREACHES,
  COUNTS,
  EGRESS,
  electronPermissions,
  escapePaths,
  FOREIGN_ADDRESSES,
  foreignSenders,
  HOSTILE_LINKS,
  INSIDE,
  layRenderer,
  OUTSIDE,
  OWN_REQUESTS,
  ownSender,
  type Sender,
} from './attacks.ts';

/** All attacks on one shell. Only for a process in which the stand-in takes the place of Electron. */
export async function probeShell(run: SuiteRun): Promise<void> {
  const shell = await openShell(run.folder);
  await probeFiles(run, shell);
  await probeAnswers(run);
  probePages(run, shell);
  probeSession(run);
  await probeLinks(run, shell);
  await probeBridge(run);
  probePreferences(run, shell);
  await probeVault(run);
}

const POLICY =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{20,}'; font-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default$/;

/** Item 7: what can be shown as a page has a policy; and a page that is not ours gets no answer of the scheme. */
async function probeAnswers(run: SuiteRun): Promise<void> {
  const start = await askScheme('app://bundle/');
  expectPolicy(run, start, POLICY, 'the start page');
  const again = await askScheme('app://bundle/');
  if (policyOf(start) === policyOf(again)) run.breach(BREACHES.weak, 'two pages share a nonce');
  expectPolicy(run, await askScheme('app://bundle/api/shops'), /default-src 'none'.*; sandbox$/, 'an API answer');
  expectPolicy(run, await askScheme('app://evil/'), /default-src 'none'.*; sandbox$/, 'a refusal');
  for (const origin of FOREIGN_ADDRESSES) {
    run.count(COUNTS.answers);
    const { status } = await askScheme('app://bundle/api/shops', origin);
    if (status < 400) run.breach(BREACHES.heard, `the API answers a page of "${origin}"`);
  }
}

function expectPolicy(run: SuiteRun, answer: Response, policy: RegExp, what: string): void {
  run.count(COUNTS.answers);
  if (!policy.test(policyOf(answer))) run.breach(BREACHES.weak, `${what} has the policy "${policyOf(answer)}"`);
  if (answer.headers.get('x-content-type-options') !== 'nosniff') {
    run.breach(BREACHES.weak, `the type of ${what} may be guessed`);
  }
}

function policyOf({ headers }: Response): string {
  return headers.get('content-security-policy') ?? '';
}

/** Item 10: which senders the one channel accepts, and which calls. */
async function probeBridge(run: SuiteRun): Promise<void> {
  const others = [...told.handlers.keys()].filter((channel) => channel !== BRIDGE_CHANNEL);
  if (others.length > 0) run.breach(BREACHES.heard, `further channels: ${others.join(', ')}`);
  for (const sender of foreignSenders()) {
    run.count(COUNTS.senders);
    if (okOf(await say(sender, ['readAbout', {}])) !== false) run.breach(BREACHES.heard, sender.name);
  }
  if (okOf(await say(ownSender(), ['readAbout', {}])) !== true) run.breach(BREACHES.refused, 'our page');
  for (const call of randomCalls(run.scaled(10_000), run.seed)) {
    run.count(COUNTS.calls);
    const ok = okOf(await say(ownSender(), call));
    if (ok === null || (ok && !isSound(call))) run.breach(BREACHES.crashed, nameOf(call));
  }
}

/** Null where the answer is none of the contract, or there was none. */
function okOf(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return null;
  return typeof answer.ok === 'boolean' ? answer.ok : null;
}

async function say({ frame }: Sender, sent: readonly unknown[]): Promise<unknown> {
  try {
    return await told.handlers.get(BRIDGE_CHANNEL)?.({ senderFrame: frame } as never, ...sent);
  } catch {
    // Counted by who asks: an error is no answer.
    return null;
  }
}

/** By the contract itself rather than by what the bridge made of it. */
function isSound([name, argument]: readonly unknown[]): boolean {
  const schema = Object.entries(BRIDGE_CALLS).find(([known]) => known === name)?.[1];
  return schema !== undefined && Check(schema, argument);
}

function nameOf([name]: readonly unknown[]): string {
  return typeof name === 'string' ? `the call "${name}"` : `a call named by ${typeof name}`;
}

const NAMES = Object.keys(BRIDGE_CALLS);

/** What every object has, and would-be calls. */
const OTHER_NAMES = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', 'readsession', ''];

const MEMBERS = Object.values(BRIDGE_CALLS).flatMap(({ properties }) => Object.keys(properties));

/** Argument lists of a page that is no longer ours: mostly of a call that there is, with anything that can be sent. */
function randomCalls(count: number, seed: number): readonly (readonly unknown[])[] {
  const anything = fc.anything({
    ...{ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true },
    ...{ withNullPrototype: true, withSparseArray: true, withBoxedValues: true, maxDepth: 3 },
  });
  const members = fc.dictionary(fc.constantFrom(...MEMBERS), anything, { maxKeys: 4 });
  const argument = fc.oneof({ weight: 3, arbitrary: members }, { weight: 2, arbitrary: anything }, oddities());
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 2, arbitrary: fc.constantFrom(...OTHER_NAMES) },
    anything,
  );
  const call = fc
    .tuple(name, argument, fc.array(anything, { maxLength: 2 }))
    .map(([called, first, more]) => [called, first, ...more]);
  return fc.sample(call, { numRuns: count, seed });
}

function oddities(): fc.Arbitrary<unknown> {
  return fc.constantFrom(cycle(), deep(2_000), 'x'.repeat(100_000), Number.NaN, [[]], undefined);
}

function cycle(): object {
  const one: Record<string, unknown> = { kind: 'documentation' };
  one.place = one;
  return one;
}

function deep(levels: number): unknown {
  let nested: unknown = {};
  for (let level = 0; level < levels; level += 1) nested = { place: nested };
  return nested;
}

/** Item 1: what a path leads to through the scheme, and what the resolver makes of it before an address tidies it up. */
async function probeFiles(run: SuiteRun, { rendererFolder }: OpenShell): Promise<void> {
  for (const path of escapePaths()) {
    run.count(COUNTS.paths, 2);
    const served = await (await askScheme(`app://bundle${path}`)).text();
    if (served !== '') run.breach(BREACHES.escaped, `${path} answers ${served.length} characters`);
    try {
      const resolved = await resolveFile(rendererFolder, path);
      if (resolved !== null) run.breach(BREACHES.escaped, `${path} is found${await outside(resolved)}`);
    } catch (error) {
      run.breach(BREACHES.crashed, `${path}: ${error}`);
    }
  }
  for (const [path, text] of Object.entries(INSIDE)) {
    const served = await (await askScheme(`app://bundle/${path}`)).text();
    if (served !== text) run.breach(BREACHES.refused, `${path} is not served`);
  }
}

async function outside(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).includes(OUTSIDE) ? ', outside' : '';
}

/** Item 6: what the page can have the system open, and each of the two guards alone. */
async function probeLinks(run: SuiteRun, { openLink, host }: OpenShell): Promise<void> {
  told.opened.length = 0;
  for (const link of HOSTILE_LINKS) {
    run.count(COUNTS.links, 2);
    const { ok } = await openLink(link);
    if (ok || told.opened.length > 0) run.breach(BREACHES.opened, link);
    if (openableLink(link, [BACK_OFFICE_HOST]) !== null) run.breach(BREACHES.opened, `${link} by its text`);
    told.opened.length = 0;
  }
  for (const link of HOSTILE_LINKS.filter((text) => URL.parse(text) !== null && !/^https:/i.test(text))) {
    run.count(COUNTS.links);
    await host.openPlace({ kind: 'back-office', url: new URL(link) }).catch(() => undefined);
    if (told.opened.length > 0) run.breach(BREACHES.opened, `${link} behind the first guard`);
    told.opened.length = 0;
  }
  for (const link of GOOD_LINKS) if (!(await openLink(link)).ok) run.breach(BREACHES.refused, link);
}

/** The host that the platform of the attack declares for its back office. */
const BACK_OFFICE_HOST = 'demo.backoffice.example';

/** What the same links leave open: they have to be opened. */
const GOOD_LINKS: readonly string[] = [
  'https://demo.backoffice.example/#order/details/1',
  'https://demo.backoffice.example:443/products?id=2',
  'HTTPS://DEMO.BACKOFFICE.EXAMPLE/',
];

const WAYS = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

const OWN = ['app://bundle/', 'app://bundle/catalog?q=1#x'];

/** Items 3 to 5: the page cannot be left, and takes in neither windows nor guests. */
function probePages(run: SuiteRun, { window: { webContents } }: OpenShell): void {
  const isPrevented = (event: string, url: string) => {
    let prevented = false;
    webContents.emit(event, { url, preventDefault: () => (prevented = true) });
    return prevented;
  };
  for (const way of WAYS) {
    for (const url of FOREIGN_ADDRESSES) {
      run.count(COUNTS.pages);
      if (!isPrevented(way, url)) run.breach(BREACHES.left, `${way} leads to "${url}"`);
    }
    for (const url of OWN.filter((own) => isPrevented(way, own))) {
      run.breach(BREACHES.refused, `${way} does not lead to ${url}`);
    }
  }
  for (const url of [...FOREIGN_ADDRESSES, ...OWN]) {
    run.count(COUNTS.pages);
    if (!isPrevented('will-attach-webview', url)) run.breach(BREACHES.left, `a guest shows "${url}"`);
  }
  for (const form of WINDOW_FORMS) {
    run.count(COUNTS.pages);
    const answer = webContents.openHandler?.({ ...form, referrer: { url: '', policy: 'default' } });
    if (answer?.action !== 'deny') run.breach(BREACHES.left, `a window shows "${form.url}"`);
  }
}

/** Ways to ask for another window, as Electron reports them. */
const WINDOW_FORMS = [
  { url: 'https://evil.example/', frameName: '', features: '', disposition: 'foreground-tab' },
  { url: 'app://bundle/', frameName: '', features: '', disposition: 'new-window' },
  { url: 'about:blank', frameName: 'x', features: 'width=1,height=1', disposition: 'new-window' },
  { url: '', frameName: '_blank', features: 'noopener,noreferrer', disposition: 'background-tab' },
  { url: 'javascript:1', frameName: '', features: 'nodeIntegration=1', disposition: 'new-window' },
  { url: 'data:text/html,x', frameName: '', features: 'popup', disposition: 'new-window' },
  { url: 'blob:app://bundle/1', frameName: '_top', features: '', disposition: 'other' },
  { url: 'file:///etc/passwd', frameName: '_self', features: '', disposition: 'default' },
] as const;

const FORBIDDEN = ['enableBlinkFeatures', 'additionalArguments', 'partition', 'session', 'offscreen'];

/** Items 1, 2 and 9: what the window is made with, and what is settled before there is one. */
function probePreferences(run: SuiteRun, { window }: OpenShell): void {
  const given = new Map<string, unknown>(Object.entries(window.options.webPreferences ?? {}));
  const expect = (holds: boolean, sentence: string) => {
    run.count(COUNTS.answers);
    if (!holds) run.breach(BREACHES.weak, sentence);
  };
  for (const [name, value] of Object.entries(BOXED_PREFERENCES)) {
    expect(given.get(name) === value, `${name} is ${given.get(name)}`);
  }
  for (const name of FORBIDDEN) expect(!given.has(name), `${name} is given`);
  expect(told.steps.includes('enableSandbox'), 'the sandbox of the program is off');
  expect(window.webContents.peerPolicy === 'disable_non_proxied_udp', 'peers are reached directly');
  expect(told.switches.get('host-resolver-rules') === 'MAP * ~NOTFOUND', 'names and addresses are found');
  // The start page first, and then that of the program.
  const loaded = told.steps.filter((step) => step.startsWith('loadURL')).join();
  expect(loaded === 'loadURL app://bundle/,loadURL app://bundle/', `what is shown: ${loaded}`);
}

const GRANTED = 'clipboard-sanitized-write';
const PAGE = 'app://bundle/';

/** Items 8 and 9: what the session grants, and which servers a page may ask. */
function probeSession(run: SuiteRun): void {
  for (const permission of electronPermissions()) {
    run.count(COUNTS.permissions, 2);
    if (isAnyGranted(permission, PAGE) && permission !== GRANTED) run.breach(BREACHES.granted, permission);
  }
  for (const address of FOREIGN_ADDRESSES.filter((foreign) => isAnyGranted(GRANTED, foreign))) {
    run.breach(BREACHES.granted, `${GRANTED} of "${address}"`);
  }
  if (!isAnyGranted(GRANTED, PAGE)) run.breach(BREACHES.refused, GRANTED);
  const { devicePermission } = sessionHandlers;
  if (devicePermission?.({} as never) !== false) run.breach(BREACHES.granted, 'a device');

  for (const { kind, url } of EGRESS) {
    run.count(COUNTS.requests);
    if (!isCancelled(url)) run.breach(BREACHES.asked, `${kind}: ${url}`);
  }
  for (const url of OWN_REQUESTS.filter(isCancelled)) run.breach(BREACHES.refused, url);
  run.count(COUNTS.requests);
  let isRefused = false;
  sessionHandlers.download?.({ preventDefault: () => (isRefused = true) });
  if (!isRefused) run.breach(BREACHES.left, 'a page saves a file');
}

/** Without a handler Electron grants everything. */
function isAnyGranted(permission: string, address: string): boolean {
  const { permissionRequest, permissionCheck } = sessionHandlers;
  const details = { requestingUrl: address, isMainFrame: true } as never;
  const isAllowed = permissionCheck?.(null, permission as never, address, details) ?? true;
  let isGranted = permissionRequest === null;
  permissionRequest?.({} as never, permission as never, (answer) => (isGranted = answer), details);
  return isAllowed || isGranted;
}

function isCancelled(url: string): boolean {
  let answer: { readonly cancel?: boolean } = {};
  sessionHandlers.beforeRequest?.({ url }, (given) => (answer = given));
  return answer.cancel === true;
}

const PASSWORD = 'a canary in the shell 7f3a';

const STORED = {
  ...{ id: 'one', platform: null, account: 'demo', email: 'owner@demo.example', name: 'Owner' },
  ...{ password: PASSWORD, lastUsedAt: 1 },
};

/** Who keeps the secrets, and what their key leaves at the beginning of a text; v10 is that of the published key. */
const KEEPERS = [
  ['gnome_libsecret', 'v11'],
  ['kwallet6', 'v11'],
  ['basic_text', 'v11'],
  ['unknown', 'v11'],
  ['kwallet5', 'v10'],
] as const;

/** Item 16: a password is written where a key of the system seals it, and nowhere else. */
async function probeVault(run: SuiteRun): Promise<void> {
  run.keepSecret('password', PASSWORD);
  for (const [backend, storageKey] of KEEPERS) {
    run.count(COUNTS.answers);
    Object.assign(behaviour, { storageBackend: backend, storageKey });
    const file = join(run.folder, `${backend}.bin`);
    const logged: string[] = [];
    const log = { warn: (fields: object, message: string) => logged.push(JSON.stringify([fields, message])) };
    const vault = await openDesktopVault(file, 'linux', log);
    await vault.write([STORED]);
    run.hear('the log of the vault', logged.join());
    const isOpen = backend === 'basic_text' || backend === 'unknown' || storageKey === 'v10';
    for (const entry of readdirSync(run.folder, { withFileTypes: true })) {
      if (entry.isFile()) run.hear('a file beside the vault', readFileSync(join(run.folder, entry.name), 'utf8'));
    }
    if (isOpen && existsSync(file)) run.breach(BREACHES.kept, `with the backend ${backend}`);
    if (isOpen && logged.length === 0) run.breach(BREACHES.kept, `the log does not mention ${backend}`);
    if (!isOpen && holdsPassword(file)) run.breach(BREACHES.kept, `unsealed with ${backend}`);
    if ((await vault.read())[0]?.password !== PASSWORD) run.breach(BREACHES.refused, `${backend} forgets`);
  }
}

function holdsPassword(file: string): boolean {
  const { sealed } = JSON.parse(readFileSync(file, 'utf8'));
  return Buffer.from(sealed, 'base64').toString().includes(PASSWORD);
}

/** A request of our own page to the scheme of the program. */
async function askScheme(address: string, initiatorOrigin = 'app://bundle'): Promise<Response> {
  const handler = told.protocolHandlers.get('app');
  if (handler === undefined) throw new Error('the scheme app has no handler');
  return handler(Object.assign(new Request(address), { initiatorOrigin }));
}

/** The real shell, shown on the stand-in of Electron: what Chromium would ask of it, the probes ask. */
interface OpenShell {
  readonly rendererFolder: string;
  readonly window: (typeof told.windows)[number];
  /** Where a link of the page leads: the call of the bridge with the real host behind it. */
  readonly openLink: (url: string) => Promise<{ readonly ok: boolean }>;
  readonly host: ReturnType<typeof makeHost>;
}

/** As the API never answers: a page. */
const API_PAGE: ApiAnswer = {
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: new TextEncoder().encode('<script>1</script>'),
};

async function openShell(folder: string): Promise<OpenShell> {
  const rendererFolder = layRenderer(folder);
  lockProgram();
  const host = makeHost('linux', {}, { rendererFolder, window: await openStandInWindow() });
  const { handle } = bridgeDouble({ host: { openPlace: host.openPlace } });
  const core = {
    handle,
    send: async () => API_PAGE,
    readDocumentation: async () => API_PAGE,
    mayFetch: async () => false,
  };
  await host.show(core, AT_REST);
  const [window] = told.windows;
  if (window === undefined) throw new Error('no window was opened');
  const openLink = (url: string) => handle('openPlace', { place: { kind: 'back-office', url } });
  return { rendererFolder, window, openLink, host };
}
