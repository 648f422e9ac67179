import { getCACertificates } from 'node:tls';

/** In PEM: those of Node, of `NODE_EXTRA_CA_CERTS`, and of the operating system, where a company puts its own. */
export function trustedAuthorities(): readonly string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
