/** The host that the platform of the attack declares for its back office. */
export const BACK_OFFICE_HOST = 'demo.backoffice.example';

/** Links that must not reach the system: programs, files, other hosts that look like the one, and unsafe ways to it. */
export const HOSTILE_LINKS: readonly string[] = [
  'file:///etc/passwd',
  'file://server/share/run.exe',
  '\\\\host\\x',
  '//host/x',
  'ms-msdt:/id PCWDiagnostic /skip force',
  'search-ms:query=x&crumb=location:\\\\host\\x',
  'ms-officecmd:{"x":1}',
  'vbscript:msgbox(1)',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:https://demo.backoffice.example/1',
  'smb://demo.backoffice.example/x',
  'sftp://demo.backoffice.example/x',
  'ssh://-oProxyCommand=x/',
  'tel:112',
  'mailto:a@demo.backoffice.example',
  'app://bundle/',
  'http://demo.backoffice.example/',
  'HTTP://demo.backoffice.example/',
  'ws://demo.backoffice.example/',
  'https://user@demo.backoffice.example/',
  'https://user:pass@demo.backoffice.example/',
  'https://demo.backoffice.example@evil.example/',
  'https://demo.backoffice.example:pass@evil.example/',
  'https://evil.example\\@demo.backoffice.example/',
  'https://evil.example#@demo.backoffice.example/',
  'https://evil.example/demo.backoffice.example',
  'https://evil.example?demo.backoffice.example',
  'https://evildemo.backoffice.example/',
  'https://evil.demo.backoffice.example/',
  'https://demo.backoffice.example.evil.example/',
  'https://demo.backoffice.example./',
  'https://demo-backoffice.example/',
  'https://dem\u043e.backoffice.example/',
  'https://backoffice.example/',
  'https://demo.backoffice.example:8443/',
  'https://demo.backoffice.example%2eevil.example/',
  'https://127.0.0.1/',
  'https://',
  'https:///',
  '',
];

/** What the same links leave open: they have to be opened. */
export const GOOD_LINKS: readonly string[] = [
  'https://demo.backoffice.example/#order/details/1',
  'https://demo.backoffice.example:443/products?id=2',
  'HTTPS://DEMO.BACKOFFICE.EXAMPLE/',
];
