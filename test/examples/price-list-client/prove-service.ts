import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

interface DiscoveryFile {
  readonly apiPort: number;
  /** Hex. */
  readonly nonce: string;
}

/**
 * Throws unless the program at the address is the one that wrote the discovery file, `instance.json` of its data folder:
 * any other that has taken its port cannot answer the challenge. The file is read each time, because every start writes
 * another one. The port is compared too, or a program that has taken one port could pass the challenge on to the service at another.
 */
export async function proveService(baseUrl: string, discoveryFile: string, fetchOnce: typeof fetch): Promise<void> {
  const { apiPort, nonce }: DiscoveryFile = JSON.parse(await readFile(discoveryFile, 'utf8'));
  if (new URL(baseUrl).origin !== `http://127.0.0.1:${apiPort}`) {
    throw new Error(`The service of ${discoveryFile} is not at ${baseUrl}: it gets no password.`);
  }
  const challenge = randomBytes(32);
  const url = new URL(`/health?challenge=${challenge.toString('hex')}`, baseUrl);
  const answer = await fetchOnce(new Request(url, { redirect: 'manual' }));
  if (hmacIn(await answer.text()) !== createHmac('sha256', Buffer.from(nonce, 'hex')).update(challenge).digest('hex')) {
    throw new Error(`What answers at ${baseUrl} is not the service: it gets no password.`);
  }
}

function hmacIn(text: string): unknown {
  try {
    return JSON.parse(text)?.hmac;
  } catch {
    return null;
  }
}
