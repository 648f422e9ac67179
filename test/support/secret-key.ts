import { createSecretKey, readSecretKey, saveSecretKey } from '../../electron/startup/secret-files.ts';

/** Reads or creates the secret key of a data folder, like the first start of the program. */
export function readOrCreateSecretKey(file: string): Uint8Array {
  const stored = readSecretKey(file);
  if (stored !== null) return stored;
  const key = createSecretKey();
  saveSecretKey(file, key);
  return key;
}
