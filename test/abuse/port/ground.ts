import type { OpenService } from '../../security/support/ports/open-service.ts';
import type { OpenWindowPort } from '../../security/support/ports/open-window-port.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';

/** Both ports of a program. */
export interface Ground {
  readonly api: OpenService;
  readonly ui: OpenWindowPort;
}

export type PortName = keyof Ground;

/** A request that does something, or answers something, unless its address or origin is refused. */
export interface Target {
  /** Under which the port takes it, without the number of the port. */
  readonly hostName: string;
  readonly method: string;
  readonly path: string;
  /** With what the port asks of everybody. */
  readonly headers: readonly string[];
  readonly body?: string;
}

export type TargetName = 'read' | 'public' | 'change';

/** What an attack goes for on a port, with everything but the right address or origin. */
export function targetOn(ground: Ground, port: PortName, name: TargetName): Target {
  return port === 'api' ? apiTarget(ground.api, name) : uiTarget(ground.ui, name);
}

function apiTarget({ token }: OpenService, name: TargetName): Target {
  const hostName = '127.0.0.1';
  const headers = [`Authorization: Bearer ${token}`];
  if (name === 'read') return { hostName, method: 'GET', path: '/api/locations', headers };
  if (name === 'public') return { hostName, method: 'GET', path: '/health', headers: [] };
  return {
    hostName,
    method: 'POST',
    path: '/api/auth/login',
    headers: ['Content-Type: application/json'],
    body: JSON.stringify(CREDENTIALS.owner),
  };
}

function uiTarget({ cookie, windowKey, port, authority, proof }: OpenWindowPort, name: TargetName): Target {
  const [hostName = ''] = authority.split(':');
  const headers = [`Cookie: ${cookie}`, `X-Tilldesk-Window: ${windowKey}`];
  if (name === 'read') return { hostName, method: 'GET', path: '/api/locations', headers };
  if (name === 'public') {
    // Another start of the program asks by number.
    const asked = [`Origin: http://127.0.0.1:${port}`, `X-Tilldesk-Proof: ${proof}`];
    return { hostName: '127.0.0.1', method: 'POST', path: '/launch-address', headers: asked };
  }
  const [origin, json] = [`Origin: http://${authority}`, 'Content-Type: application/json'];
  return {
    hostName,
    method: 'POST',
    path: '/bridge/signOut',
    headers: [...headers, origin, json],
    body: '{}',
  };
}
