import type { SafeStorage } from 'electron';
import { behaviour, note, told } from './electron-stand-in-state.ts';

/**
 * Encrypts by turning the text around: enough to see that it is not written as it is. As in Electron, on Linux the
 * asynchronous interface also says yes where only the published key is there, and nobody names the keeper of the secrets
 * before the older one was asked.
 */
export const safeStorage: Pick<
  SafeStorage,
  | 'getSelectedStorageBackend'
  | 'isEncryptionAvailable'
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
> = {
  getSelectedStorageBackend: () =>
    told.steps.includes('isEncryptionAvailable') ? behaviour.storageBackend : 'unknown',
  isEncryptionAvailable() {
    note('isEncryptionAvailable');
    return behaviour.isEncryptionAvailable;
  },
  isAsyncEncryptionAvailable: async () => behaviour.isAsyncEncryptionAvailable,
  async encryptStringAsync(text) {
    if (!behaviour.canEncrypt) throw new Error('Error while encrypting the text.');
    return Buffer.from(`${behaviour.storageKey}:${turn(text)}`);
  },
  async decryptStringAsync(encrypted) {
    const [key, text = ''] = encrypted.toString().split(/:(.*)/s);
    if (key !== behaviour.storageKey) throw new Error('Error while decrypting the ciphertext.');
    return { result: turn(text), shouldReEncrypt: behaviour.shouldReEncrypt };
  },
};

function turn(text: string): string {
  return [...text].reverse().join('');
}
