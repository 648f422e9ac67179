/** What the servers of one store know of each other, and of those who sign in. */
export interface ServerSchema {
  sign_in_peers: SignInPeersTable;
  server_keys: ServerKeysTable;
}

/** Attempts to sign in of one peer, within a window of time. */
interface SignInPeersTable {
  /** See peer-throttle.ts: where somebody signs in from is not kept as it is. */
  peer_hash: string;
  /** Milliseconds since the epoch. */
  window_start: number;
  attempts: number;
}

/** By which keys the servers of a shared store seal. */
interface ServerKeysTable {
  purpose: string;
  /** A hash of the key, from which it cannot be guessed. */
  fingerprint: string;
}
