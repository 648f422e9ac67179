import { Option } from 'commander';
import type { ReadServiceProof } from '../api-client/proven-transport.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { TypedTexts } from '../config/command-line.ts';
import { ConfigError, type ConfigSources, readDataFolder } from '../config/config.ts';
import { locateInDataFolder } from '../startup/data-folder.ts';
import { readServiceProof } from '../startup/single-instance.ts';

/** A running service that a command reads with an API key. */
export interface ServiceChoice {
  readonly kind: 'service';
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** As typed. */
  readonly dataDir: string | undefined;
  readonly acceptsUnproven: boolean;
}

/** `when` says for which address it is, such as `with --base-url http://`. */
export function createUnprovenOption(when: string): Option {
  return new Option(
    '--accept-unproven-service',
    `${when}, send the key although nothing proves what listens there, such as through a tunnel`,
  );
}

/** Throws `ConfigError`. */
export function readServiceChoice(baseUrlText: string, typed: TypedTexts): ServiceChoice {
  const baseUrl = readBaseUrl(baseUrlText);
  const { 'data-dir': dataDir, 'accept-unproven-service': accepted } = typed;
  const acceptsUnproven = accepted !== undefined;
  const isNeedless = baseUrl.startsWith('https:') || acceptsUnproven;
  if (isNeedless && dataDir !== undefined) {
    throw new ConfigError('--data-dir names a running Tilldesk that proves itself: leave it out here.');
  }
  return { kind: 'service', baseUrl, dataDir, acceptsUnproven };
}

/**
 * Chooses the proof that the service must give before it gets the key. `null` for HTTPS, which has a certificate, and
 * for a service that is accepted without proof. With plain HTTP, the port may belong to another user's program.
 */
export function chooseProofReader(choice: ServiceChoice, sources: ConfigSources): ReadServiceProof | null {
  const { baseUrl, dataDir, acceptsUnproven } = choice;
  if (baseUrl.startsWith('https:') || acceptsUnproven) return null;
  const { instance } = locateInDataFolder(readDataFolder(dataDir, sources));
  return () => readServiceProof(instance, baseUrl);
}

/**
 * The address of a service, without a slash at its end. Throws `ConfigError`, which never repeats the address: it may
 * contain a password.
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('--base-url takes an address such as https://till.example or http://127.0.0.1:4870.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError('--base-url takes no user or password; the key comes from TILLDESK_API_KEY.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError('--base-url takes no query or fragment: end it with the path.');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new ConfigError(
      '--base-url takes http:// for this computer only: elsewhere the key would travel in the clear; use https://.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The characters that an HTTP header can carry. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The key for a service. Throws `ConfigError`, which never repeats it. */
export function readApiKey(env: Readonly<Record<string, string | undefined>>): string {
  const key = env.TILLDESK_API_KEY?.trim();
  if (!key) {
    throw new ConfigError('The API key of the service is read from the environment: set TILLDESK_API_KEY.');
  }
  if (PRINTABLE.test(key)) return key;
  throw new ConfigError('TILLDESK_API_KEY is not an API key: it has characters that no key has.');
}
