import { CommandError } from '../base/command-error.ts';

/** Never an option: the list of processes and the history of the shell show those to others. */
const VARIABLE = 'TILLDESK_PLATFORM_KEY';
/** Longer than any key. */
const MOST_CHARACTERS = 4_096;

interface Typed extends AsyncIterable<string | Buffer> {
  readonly isTTY?: boolean;
}

/**
 * The key of another deployment that a new API key is to carry: that of the variable, else what is piped in. Throws
 * `CommandError`.
 */
export async function readPlatformKey(
  env: Readonly<Record<string, string | undefined>>,
  input: Typed,
): Promise<string> {
  // On a terminal a key would be shown to whoever looks on.
  const key = env[VARIABLE] || (input.isTTY ? '' : await readPiped(input));
  if (key) return key;
  throw new CommandError(
    `A key of the other deployment is needed, with which the new one acts there: put it in the variable ${VARIABLE}, ` +
      'or pipe it in.',
  );
}

async function readPiped(input: Typed): Promise<string> {
  let piped = '';
  for await (const chunk of input) {
    piped += String(chunk);
    if (piped.length > MOST_CHARACTERS) throw new CommandError('What is piped in is no key: it is too long.');
  }
  return piped.trim();
}
