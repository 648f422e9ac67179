import { describe, expect, it } from 'vitest';
import {
  isOwnDocumentation,
  mayCallBridge,
  mayNavigate,
  mayOpenOutside,
  mayRequest,
  mayUsePermission,
} from '../../../electron/desktop/guards.ts';

const FOREIGN_ADDRESSES = [
  'https://evil.example/',
  'http://127.0.0.1:4870/',
  'http://localhost:4871/',
  'file:///etc/passwd',
  'app://evil/',
  'app://bundle.evil.example/',
  'app://bundle:1/',
  'app://user@bundle/',
  'app:bundle/',
  'app:/bundle/',
  'app2://bundle/',
  'https://bundle/',
  'javascript:alert(1)',
  'about:blank',
  'data:text/html,<script>1</script>',
  'blob:https://evil.example/x',
  'blob:app://bundle/x',
  'devtools://devtools/x',
  'chrome://gpu',
  'ms-msdt:/id',
  '\\\\host\\share',
  'bundle',
  '',
];

describe('mayNavigate', () => {
  it.each(FOREIGN_ADDRESSES)('keeps the window away from "%s"', (address) => {
    expect(mayNavigate(address)).toBe(false);
  });

  it.each(['app://bundle/', 'app://bundle/catalog?q=x#y', 'APP://bundle/'])('lets it go to %s', (address) => {
    expect(mayNavigate(address)).toBe(true);
  });
});

describe('mayCallBridge', () => {
  it('answers the main frame of our own page', () => {
    expect(mayCallBridge({ url: 'app://bundle/catalog', parent: null })).toBe(true);
  });

  it('does not answer a frame in it, nor one that is gone', () => {
    expect(mayCallBridge({ url: 'app://bundle/', parent: {} })).toBe(false);
    expect(mayCallBridge(null)).toBe(false);
  });

  it.each(FOREIGN_ADDRESSES)('does not answer "%s"', (url) => {
    expect(mayCallBridge({ url, parent: null })).toBe(false);
  });
});

describe('mayUsePermission', () => {
  const PERMISSIONS =
    'ar automatic-fullscreen background-fetch background-sync clipboard-read deprecated-sync-clipboard-read ' +
    'display-capture fileSystem fullscreen geolocation hid idle-detection keyboardLock local-fonts ' +
    'local-network loopback-network media mediaKeySystem midi midiSysex nfc notifications openExternal ' +
    'payment-handler persistent-storage pointerLock screen-wake-lock sensors serial speaker-selection ' +
    'storage-access top-level-storage-access usb window-management unknown';

  it.each(PERMISSIONS.split(' '))('refuses %s', (permission) => {
    expect(mayUsePermission(permission, 'app://bundle/')).toBe(false);
  });

  it('lets our own page alone write to the clipboard', () => {
    expect(mayUsePermission('clipboard-sanitized-write', 'app://bundle')).toBe(true);
    expect(mayUsePermission('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  });
});

describe('mayRequest', () => {
  it.each([
    'https://evil.example/x',
    'http://127.0.0.1:4870/api/shops',
    'ws://127.0.0.1:4870/',
    'wss://evil.example/',
    'file:///etc/passwd',
    'ftp://evil.example/',
    'app://other/x',
    'blob:https://evil.example/1',
    'chrome-extension://x/y',
    '',
  ])('stops a request to "%s"', (address) => {
    expect(mayRequest(address, true)).toBe(false);
  });

  it.each(['app://bundle/assets/x.js', 'data:image/png;base64,AA', 'blob:app://bundle/1'])(
    'lets %s through',
    (address) => {
      expect(mayRequest(address, false)).toBe(true);
    },
  );

  it('lets the developer tools through in development alone', () => {
    expect(mayRequest('devtools://devtools/bundled/x.js', true)).toBe(true);
    expect(mayRequest('devtools://devtools/bundled/x.js', false)).toBe(false);
  });
});

describe('mayOpenOutside', () => {
  it.each([
    ['https://demo.backoffice.example/#order/details/1', true],
    ['http://demo.backoffice.example/', false],
    ['https://user@demo.backoffice.example/', false],
    ['https://user:pass@demo.backoffice.example/', false],
    ['file:///etc/passwd', false],
    ['ms-msdt:/id', false],
    ['javascript:alert(1)', false],
  ])('of %s is %s', (address, expected) => {
    expect(mayOpenOutside(new URL(address))).toBe(expected);
  });
});

describe('isOwnDocumentation', () => {
  it.each([
    ['http://127.0.0.1:4870/docs', true],
    ['http://127.0.0.1:80/docs', false],
    ['http://127.0.0.1/docs', false],
    ['http://localhost:4870/docs', false],
    ['http://192.168.1.1:4870/docs', false],
    ['https://127.0.0.1:4870/docs', false],
    ['http://user@127.0.0.1:4870/docs', false],
    ['http://127.0.0.1:4870/docs/../api/shops', false],
    ['http://127.0.0.1:4870/docs?next=//evil.example', false],
    ['http://127.0.0.1:4870/docs#x', false],
    ['http://evil.example:4870/docs', false],
    ['file://127.0.0.1:4870/docs', false],
  ])('of %s is %s', (address, expected) => {
    const url = URL.parse(address);
    expect(url !== null && isOwnDocumentation(url)).toBe(expected);
  });
});
