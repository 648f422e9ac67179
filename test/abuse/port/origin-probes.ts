import { type Ground, type PortName, type Target, targetOn } from './ground.ts';
import { requestBytes, type WireProbe } from './wire-probe.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** `NAME` and `PORT` are those of the port that is asked, `OTHER` the other one of the program. */
const FOREIGN_ORIGINS = [
  'https://evil.example',
  'http://evil.example',
  'http://evil.example:PORT',
  'null',
  'NULL',
  '',
  'file://',
  'file:///',
  'app://bundle',
  'app://evil',
  'app://*',
  'tauri://localhost',
  'vscode-webview://evil',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://0b1f4e6c-0000-4000-8000-000000000000',
  'data:',
  'about:blank',
  'blob:http://NAME:PORT',
  'https://NAME:PORT',
  'https://localhost:PORT',
  'ws://NAME:PORT',
  'http://NAME',
  'http://localhost',
  'http://NAME:1',
  'http://localhost:3000',
  'http://127.0.0.1:OTHER',
  'http://localhost:OTHER',
  'http://NAME:PORT0',
  'http://NAME:PORT/',
  'http://NAME:PORT.evil.example',
  'http://localhost.evil.example:PORT',
  'http://evil.example#http://NAME:PORT',
  'http://evil.example/http://NAME:PORT',
  'evil-http://NAME:PORT',
  'http://user@NAME:PORT',
  'http://localhost.:PORT',
  'http://LOCALHOST:PORT',
  'HTTP://NAME:PORT',
  'http://[::1]:PORT',
  'http://0.0.0.0:PORT',
  'http://127.1:PORT',
  'http://2130706433:PORT',
  'NAME:PORT',
  'localhost',
  '*',
  'http://NAME:PORT, https://evil.example',
  'https://evil.example http://NAME:PORT',
];

/** A page of any other origin, whatever its browser sends along. */
export function originProbes(ground: Ground): readonly WireProbe[] {
  const forms = FOREIGN_ORIGINS.map((origin) => [`Origin: ${origin}`]);
  const twice = [['Origin: http://NAME:PORT', 'Origin: https://evil.example']];
  return (['api', 'ui'] as const).flatMap((port) =>
    METHODS.flatMap((method) => [...forms, ...twice].map((lines) => originProbe(ground, port, method, lines))),
  );
}

function originProbe(
  ground: Ground,
  port: PortName,
  method: (typeof METHODS)[number],
  origins: readonly string[],
): WireProbe {
  const { api, ui } = ground;
  const [number, other] = port === 'api' ? [api.port, ui.port] : [ui.port, api.port];
  const target = targetFor(ground, port, method);
  const { hostName } = target;
  const lines = origins.map((line) =>
    line.replaceAll('NAME', hostName).replaceAll('PORT', String(number)).replaceAll('OTHER', String(other)),
  );
  return {
    port,
    what: `${lines.join(' and ')} at ${method} ${target.path} of ${port}`,
    bytes: requestBytes(target, [`Host: ${hostName}:${number}`], lines),
    fate: 'forbidden',
  };
}

/** Where the method does something, without the origin that the attack has. */
function targetFor(ground: Ground, port: PortName, method: (typeof METHODS)[number]): Target {
  const target = targetOn(ground, port, method === 'POST' ? 'change' : 'read');
  return { ...target, method, headers: target.headers.filter((line) => !line.startsWith('Origin:')) };
}
