/** Why a command did nothing, in a sentence for who typed it. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}
