import { createSecretKey, readSecretKey, saveSecretKey } from '../../electron/startup/secret-files.ts';

/** The secret key of a data folder, as the first start of the program saves it. */
export function readOrCreateSecretKey(file: string): Uint8Array {
  const stored = readSecretKey(file);
  if (stored !== null) return stored;
  const key = createSecretKey();
  saveSecretKey(file, key);
  return key;
}
