import { PAGE_MARK } from '../../security/support/ports/open-window-port.ts';
import type { WireAnswer } from '../../security/support/strict-wire.ts';
import { CALLER, CREDENTIALS } from '../../support/shop-fixture.ts';
import type { PortName } from './ground.ts';
import type { WireProbe } from './wire-probe.ts';

/** What of the shop, or of the window, no refusal may hold. */
const MARKS = ['Utrecht', CALLER.owner.name, CREDENTIALS.owner.email, PAGE_MARK];

/** Bytes that somebody got who was to get none. */
export function leakedBytes({ fate }: WireProbe, { status, text }: WireAnswer): number {
  if (fate === 'any') return 0;
  const isLeak = (status >= 200 && status < 400) || MARKS.some((mark) => text.includes(mark));
  return isLeak ? Math.max(1, Buffer.byteLength(text)) : 0;
}

/** Why an answer is another than the one that was due; null where it is not. */
export function wrongStatus({ fate, port }: WireProbe, { status, text }: WireAnswer): string | null {
  if (fate === 'unauthorised') {
    if (status !== 401) return `${status} instead of 401`;
    // The answer to HEAD has no body.
    return port === 'api' && text !== '' && !text.includes('"hint"') ? '401 without a hint' : null;
  }
  if (fate === 'forbidden') return status === 403 ? null : `${status} instead of 403`;
  if (fate === 'any') return status < 500 ? null : `${status}`;
  return status >= 400 && status < 500 ? null : `${status} instead of a refusal`;
}

const CLOSED = ["default-src 'none'", "frame-ancestors 'none'"];

/** The headers of an answer that are missing, or must not be there. */
export function headerFaults(port: PortName, { status, headers, text }: WireAnswer): readonly string[] {
  const value = (name: string) => headers.get(name) ?? '';
  const policy = value('content-security-policy').split('; ');
  const isPage = policy.includes("script-src 'self'") || policy.some((rule) => rule.startsWith('style-src'));
  const isAsset = port === 'ui' && status === 200 && value('content-type').startsWith('text/javascript');
  const faults: readonly (readonly [string, boolean])[] = [
    ['it may be kept in a cache', value('cache-control') !== 'no-store' && !isAsset],
    ['it may be sniffed', value('x-content-type-options') !== 'nosniff'],
    ['it has no closed policy', !CLOSED.every((rule) => policy.includes(rule))],
    ['its policy has no sandbox', !isPage && !policy.includes('sandbox')],
    ['it may be embedded', value('cross-origin-resource-policy') !== 'same-origin'],
    ['it has no id', port === 'api' && value('x-request-id') === ''],
    ['its characters are not told', text !== '' && !/charset=utf-8|svg/.test(value('content-type'))],
    [
      'it gives a permission to others',
      [...headers.keys()].some((name) => name.startsWith('access-control-')),
    ],
    ['it sets a cookie', headers.has('set-cookie')],
  ];
  return faults.filter(([, isFault]) => isFault).map(([fault]) => fault);
}
