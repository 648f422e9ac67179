import { type ParseArgsConfig, parseArgs } from 'node:util';
import { optionError } from '../base/config-error.ts';

/** Every option of the program, for `parseArgs`. */
export const OPTIONS = {
  headless: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'ui-port': { type: 'string' },
  'data-dir': { type: 'string' },
  'accept-shared-folder': { type: 'boolean' },
  'no-open': { type: 'boolean' },
  live: { type: 'boolean' },
  'live-rate': { type: 'string' },
  recover: { type: 'string' },
  platform: { type: 'string' },
  listen: { type: 'string' },
  'public-host': { type: 'string', multiple: true },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'behind-proxy': { type: 'boolean' },
  'trusted-proxy': { type: 'string', multiple: true },
  'database-url': { type: 'string' },
  'database-url-file': { type: 'string' },
  'secret-key-file': { type: 'string' },
  'metrics-listen': { type: 'string' },
  'log-to': { type: 'string' },
  'drain-seconds': { type: 'string' },
  demo: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** What was typed, as `parseArgs` understands it. */
export type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
export type OptionName = keyof typeof OPTIONS;

/** Throws `ConfigError` for what is no option, unless that is to be passed over. */
export function readOptions(argv: readonly string[], unknownOptions: 'refuse' | 'ignore'): Options {
  const own = unknownOptions === 'refuse' ? argv : withoutUnknown(argv);
  try {
    return parseArgs({ args: [...own], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw optionError(cause, '--help lists the options');
  }
}

/**
 * The same options, each in one argument with its value (`--platform=https://till.example`). Electron for Windows ends
 * without a word where anything follows an argument that looks like a URL.
 */
export function inOneArgumentEach(argv: readonly string[]): readonly string[] {
  return tokensOf(argv).flatMap((token) => {
    if (token.kind === 'option') return [joined(token)];
    return token.kind === 'positional' ? [token.value] : [];
  });
}

function withoutUnknown(argv: readonly string[]): string[] {
  return tokensOf(argv).flatMap((token) =>
    token.kind === 'option' && token.name in OPTIONS ? [joined(token)] : [],
  );
}

function tokensOf(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true }).tokens;
}

function joined({
  rawName,
  value,
}: {
  readonly rawName: string;
  readonly value?: string | undefined;
}): string {
  return value === undefined ? rawName : `${rawName}=${value}`;
}
