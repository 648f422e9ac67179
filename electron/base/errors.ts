/** Why Tilldesk could not start, in one sentence for the user. A restart does not help. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly exitStatus: number = 2;
}

/** A `StartError` after which another start may succeed, such as for an unavailable database. */
export class TemporaryStartError extends StartError {
  override readonly exitStatus = 1;
}

/** A wrong option, in one sentence for the user. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitStatus = 2;
}

/** Why a command did nothing, in one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The message of an error, or the text of anything else that was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The short code of a system error, such as `EACCES`, or the message of any other. */
export function getErrorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return getErrorMessage(error);
}
