import { ConfigError } from '../base/config-error.ts';
import type { OptionName, Options } from './read-options.ts';

/** A text as somebody gave it, under the name of the option or of the variable that it came by. */
export interface Given {
  readonly name: string;
  readonly text: string;
}

/** Options and their variables, of which an option overrules its own. An empty variable is absent. */
export interface GivenOptions {
  /** Null where there is neither. An option that may be repeated is one comma list. */
  find(option: OptionName): Given | null;
  /** Throws `ConfigError` for a variable that is no flag. */
  isSet(option: OptionName): boolean;
}

export function createGivenOptions(
  options: Options,
  env: Readonly<Record<string, string | undefined>>,
): GivenOptions {
  const find = (option: OptionName): Given | null => {
    const typed = options[option];
    if (typed !== undefined) return { name: `--${option}`, text: String(typed) };
    const name = variableOf(option);
    const text = env[name];
    return text ? { name, text } : null;
  };
  return {
    find,
    isSet(option) {
      const given = find(option);
      return given !== null && readFlag(given.text, given.name);
    },
  };
}

/** The environment variable that stands in for an option. */
function variableOf(option: OptionName): string {
  return `TILLDESK_${option.replaceAll('-', '_').toUpperCase()}`;
}

function readFlag(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new ConfigError(`${name} takes 1 or 0, not "${text}".`);
}
