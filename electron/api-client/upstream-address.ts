import { isLoopbackHost } from '../base/loopback.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** Where a deployment is. It is read once: nothing that is answered changes it. */
export interface UpstreamAddress {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Before the path of every call; without a slash at its end. */
  readonly basePath: string;
}

/** Throws `UpstreamFailure` `insecure` for anything but `https:`, or `http:` to this computer. */
export function readUpstreamAddress(text: string): UpstreamAddress {
  const { protocol, hostname, port, pathname } = new URL(text);
  const isSecure = protocol === 'https:';
  if (!isSecure && !(protocol === 'http:' && isLoopbackHost(hostname))) throw new UpstreamFailure('insecure');
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    basePath: pathname.replace(/\/+$/, ''),
  };
}
