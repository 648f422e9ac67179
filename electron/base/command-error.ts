/** Why a command did nothing, in one sentence for whoever typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
