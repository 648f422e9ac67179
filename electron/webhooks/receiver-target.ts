import { isIPv4, isIPv6 } from 'node:net';
import { WEBHOOK_URL_MAX } from '../../shared/contract/webhook-records.ts';

/** Where a receiver is. */
export interface ReceiverTarget {
  /** In canonical form. */
  readonly url: string;
  /** Name without a dot at the end, or address without brackets. */
  readonly host: string;
  readonly isLiteral: boolean;
  readonly port: number;
  /** With the query. */
  readonly path: string;
}

export type TargetReading =
  | { readonly ok: true; readonly target: ReceiverTarget }
  | { readonly ok: false; readonly reason: string };

const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1024;
const NAME_MAX = 253;
const LABEL = /^[a-z0-9_-]{1,63}$/;
/** The parser drops some of these without a word. */
const isBlank = (character: string) => character <= ' ' || character === '\x7f';

/** Takes a URL apart, once: its form, port and spelling are judged, not yet where it leads. */
export function readReceiverTarget(text: string): TargetReading {
  if (text.length > WEBHOOK_URL_MAX) return refused(`must be at most ${WEBHOOK_URL_MAX} characters long`);
  const url = [...text].some(isBlank) ? null : URL.parse(text);
  if (url === null) return refused('is not a URL');
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password');
  // The property `hash` does not tell an empty fragment from none.
  if (url.href.includes('#')) return refused('must not contain a fragment');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) {
    return refused(`must have port ${HTTPS_PORT}, or one from ${FIRST_FREE_PORT}`);
  }
  return withHost(url, port);
}

function withHost(url: URL, port: number): TargetReading {
  const host = url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  const isLiteral = isIPv4(host) || isIPv6(host);
  if (!isLiteral) {
    if (host.length > NAME_MAX || !host.split('.').every((label) => LABEL.test(label))) {
      return refused('has a host that is not a name');
    }
    url.hostname = host;
  }
  if (url.href.length > WEBHOOK_URL_MAX) return refused(`must be at most ${WEBHOOK_URL_MAX} characters long`);
  return { ok: true, target: { url: url.href, host, isLiteral, port, path: `${url.pathname}${url.search}` } };
}

function refused(reason: string): TargetReading {
  return { ok: false, reason: `url ${reason}.` };
}
