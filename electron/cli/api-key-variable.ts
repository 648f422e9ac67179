import { ConfigError } from '../config/config.ts';

/** What a header takes. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The key for a service. Throws `ConfigError`, which never repeats it. */
export function readApiKey(env: Readonly<Record<string, string | undefined>>): string {
  const key = env.TILLDESK_API_KEY?.trim();
  if (!key) {
    throw new ConfigError('With --base-url the API key is read from the environment: set TILLDESK_API_KEY.');
  }
  if (PRINTABLE.test(key)) return key;
  throw new ConfigError('TILLDESK_API_KEY holds no API key: it has characters that no key has.');
}
