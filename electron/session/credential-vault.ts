import type { Credentials } from '../../shared/contract/auth.ts';

/**
 * Where a remembered password rests between two runs. Without a vault of the operating system the password
 * stays in memory: nothing is ever written in plain text.
 */
export interface CredentialVault {
  /** True when what is stored survives a restart. */
  readonly isPersistent: boolean;
  read(): Promise<Credentials | null>;
  write(credentials: Credentials): Promise<void>;
  clear(): Promise<void>;
}
