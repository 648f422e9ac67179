import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApiFailure } from './api-failure.ts';
import { type Call, type Connection, callPatiently } from './call-patiently.ts';

interface DiscoveryFile {
  readonly apiPort: number;
  /** Hex. */
  readonly nonce: string;
}

/**
 * Throws unless the program at the address is the one that wrote the discovery file, `instance.json` of its data folder:
 * any other that has taken its port cannot answer the challenge. The file is read anew each time, for every start writes
 * another one. The port is compared too, or whoever has taken one could pass the challenge on to the service at another.
 */
export async function expectService(connection: Connection, discoveryFile: string): Promise<void> {
  const { apiPort, nonce }: DiscoveryFile = JSON.parse(await readFile(discoveryFile, 'utf8'));
  if (new URL(connection.address).origin !== `http://127.0.0.1:${apiPort}`) {
    throw new Error(`The service of ${discoveryFile} is not at ${connection.address}: it gets no password.`);
  }
  const challenge = randomBytes(32);
  const call: Call = { method: 'GET', path: `/health?challenge=${challenge.toString('hex')}`, headers: {} };
  const answer = await callPatiently(connection, call);
  if (answer.status !== 200) throw new ApiFailure(call, answer);
  if (hmacIn(answer.text) !== createHmac('sha256', Buffer.from(nonce, 'hex')).update(challenge).digest('hex')) {
    throw new Error(`What answers at ${connection.address} is not the service: it gets no password.`);
  }
}

function hmacIn(text: string): unknown {
  try {
    return JSON.parse(text)?.hmac;
  } catch {
    return null;
  }
}
