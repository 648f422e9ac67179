import { isIPv4 } from 'node:net';

/** For a `URL.hostname`: `localhost`, 127.0.0.0/8 and `[::1]`. */
export { isLoopbackHost } from '../../shared/platform-address.ts';

/** The default address that the program listens on. */
export const LOOPBACK = '127.0.0.1';

/** Addresses that no other computer can have. */
export const LOOPBACK_RANGES: readonly string[] = ['127.0.0.0/8', '::1'];

/** Whether only programs of this computer can reach the address, in a form that `net.isIP` accepts. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** The usual names of this computer. Another address of 127.0.0.0/8 may be a tunnel to another computer. */
export function isUsualLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === LOOPBACK || host === '::1';
}
