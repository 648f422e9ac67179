import { isLoopbackHost } from '../base/loopback.ts';
import { ConfigError } from '../config/config.ts';

/**
 * The address of a service, without a slash at its end. Throws `ConfigError`, which never repeats the address: it may
 * hold a password.
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(
      '--base-url takes an address such as https://till.example or http://127.0.0.1:4870.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError('--base-url takes no user and password; the key comes from TILLDESK_API_KEY.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError('--base-url ends with the path: it takes neither a query nor a fragment.');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new ConfigError(
      '--base-url takes http:// for this computer only: elsewhere the key would travel in the clear; use https://.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
