import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError, optionError } from '../config/config.ts';
import { STORE_OPTIONS } from './store-choice.ts';

/** Options of a command as `parseArgs` understands them. */
export type TypedOptions = Readonly<Record<string, string | boolean | undefined>>;

/** The words and options of a command as they were typed. Throws `ConfigError` for what is none of `options`. */
export function readTyped<Options extends ParseArgsOptionsConfig>(argv: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
  } catch (cause) {
    throw optionError(cause, '--help shows the commands');
  }
}

/** Undefined for what was not typed. */
export function typedText(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

/** Throws `ConfigError` where it is missing or empty. */
export function requiredText(verb: string, options: TypedOptions, name: string): string {
  const value = typedText(options[name]);
  if (value) return value;
  throw new ConfigError(`${verb} needs --${name}; --help shows the commands.`);
}

/** An option that a command would not look at is a mistake of the person who typed it. */
export function refuseFurther(
  rest: readonly string[],
  options: TypedOptions,
  taken: readonly string[],
): void {
  const [word] = rest;
  if (word !== undefined) throw new ConfigError(`"${word}" is one word too many; --help shows the commands.`);
  const unused = Object.keys(options).find((name) => !(name in STORE_OPTIONS) && !taken.includes(name));
  if (unused !== undefined)
    throw new ConfigError(`This command takes no --${unused}; --help shows the commands.`);
}
