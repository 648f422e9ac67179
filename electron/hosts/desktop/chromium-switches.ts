/** With these, other programs of this computer could steer the window. No fuse takes them away. */
export const DEBUGGING_SWITCHES: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
];

/**
 * For Chromium no name and no address leads anywhere. The lock of the session sees requests alone: not the names that
 * a page has looked up beforehand, nor the connections that it has opened beforehand.
 */
export const NO_NETWORK_SWITCH = { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND' } as const;

/** How pages may reach a peer: through a proxy, of which there is none. What they send otherwise, no lock sees. */
export const PEER_POLICY = 'disable_non_proxied_udp';

/** With these, a page that takes over its process is outside of Chromium's sandbox. */
export const UNSANDBOXING_SWITCHES: readonly string[] = [
  'no-sandbox',
  'disable-seccomp-filter-sandbox',
  'single-process',
];
