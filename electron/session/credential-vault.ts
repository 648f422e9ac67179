import type { KeptSignIn } from './kept-sign-in.ts';

/**
 * Where remembered sign-ins rest between two runs. Without a vault of the operating system passwords stay in memory:
 * none is ever written in plain text.
 */
export interface CredentialVault {
  /** True when passwords survive a restart. */
  readonly isPersistent: boolean;
  read(): Promise<readonly KeptSignIn[]>;
  /** Puts these in the place of all that was kept; nothing is left of those that are not among them. */
  write(signIns: readonly KeptSignIn[]): Promise<void>;
}
