import { isIPv4 } from 'node:net';

/** Of a `URL.hostname`: `localhost`, 127.0.0.0/8 and `[::1]`. */
export { isLoopbackHost } from '../../shared/platform-address.ts';

/** Where the program listens unless it is told otherwise. */
export const LOOPBACK = '127.0.0.1';

/** What no other computer can come from. */
export const LOOPBACK_RANGES: readonly string[] = ['127.0.0.0/8', '::1'];

/** Whether only programs of this computer reach an address, which is written as `net.isIP` takes it. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** The names of this computer itself. What listens on another address of 127.0.0.0/8 may be a tunnel to elsewhere. */
export function isUsualLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === LOOPBACK || host === '::1';
}
