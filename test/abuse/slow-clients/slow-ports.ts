import { WINDOW_KEY_HEADER } from '../../../shared/contract/window-headers.ts';
import { BIG_ASSET } from '../../security/support/ports/open-window-port.ts';
import type { GoodCall } from './good-caller.ts';
import type { Pace } from './paces.ts';
import type { SlowPort } from './slow-ways.ts';
import type { OpenPorts } from './start-ports.ts';

/** Both ports, with what is slow to be sent to them and to be taken from them. */
export function slowPorts(
  { api, ui }: OpenPorts,
  { limits, uiLimits }: Pick<Pace, 'limits' | 'uiLimits'>,
): readonly SlowPort[] {
  const json = 'Content-Type: application/json';
  const cookie = `Cookie: ${ui.cookie}`;
  const key = `X-Tilldesk-Window: ${ui.windowKey}`;
  return [
    {
      port: api.port,
      authority: `127.0.0.1:${api.port}`,
      limits,
      bigRequest: `GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n\r\n`,
      bodyPath: '/api/auth/login',
      bodyHeaders: [json],
    },
    {
      port: ui.port,
      authority: ui.authority,
      limits: uiLimits,
      bigRequest: `GET ${BIG_ASSET} HTTP/1.1\r\nHost: ${ui.authority}\r\n${cookie}\r\n\r\n`,
      bodyPath: '/bridge/signIn',
      bodyHeaders: [json, cookie, key, `Origin: http://${ui.authority}`],
    },
  ];
}

export function goodCalls({ api, ui }: OpenPorts): readonly GoodCall[] {
  const target = '/api/locations';
  return [
    { port: api.port, target, headers: { authorization: `Bearer ${api.token}` } },
    {
      port: ui.port,
      target,
      headers: { host: ui.authority, cookie: ui.cookie, [WINDOW_KEY_HEADER]: ui.windowKey },
    },
  ];
}
