/** The message is one sentence for the person who typed the option. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitStatus = 2;
}

/** What `parseArgs` refuses, in its own first sentence; anything else stays what it is. */
export function optionError(thrown: unknown, advice: string): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const sentence = thrown.message.split('. ')[0]?.replace(/\.?$/, '') ?? thrown.message;
  return new ConfigError(`${sentence}; ${advice}.`, { cause: thrown });
}
