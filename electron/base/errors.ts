/** Why Tilldesk could not start, in one sentence for the person who started it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly exitStatus: number = 1;
}

/** The message is one sentence for the person who typed the option. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitStatus = 2;
}

/** Why a command did nothing, in one sentence for whoever typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The short code of a system error, such as `EACCES`, or the text of any other. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
