import type { ServiceProof } from '../base/instance-proof.ts';
import { parseJson } from '../base/json.ts';
import { ApiFailure, type ApiRequest } from './api-client.ts';
import { createHttpsTransport, type HttpsTransport, type TransportDeps } from './https-transport.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** Reads the proof that the service must give; `null` if there is nothing to check it against. */
export type ReadServiceProof = () => ServiceProof | null;

/** The transport to a service that proves itself; with `readProof` `null`, to one that need not. */
export function createServiceTransport(deps: TransportDeps, readProof: ReadServiceProof | null): HttpsTransport {
  return readProof === null ? createHttpsTransport(deps) : createProvenTransport(deps, readProof);
}

/**
 * Sends each call, with the key in it, only over a connection whose other end has answered a challenge: another program
 * may have taken the port. Throws `UpstreamFailure` `unproven`. `readProof` is called for each call, because each start of
 * the service has another nonce.
 */
function createProvenTransport(deps: Omit<TransportDeps, 'baseAddress'>, readProof: ReadServiceProof): HttpsTransport {
  return {
    async send(call) {
      const proof = readProof();
      if (proof === null) throw new UpstreamFailure('unproven');
      const transport = createHttpsTransport({ ...deps, baseAddress: proof.address, mostConnects: 1 });
      try {
        if (!(await provesItself(transport, proof, call))) throw new UpstreamFailure('unproven');
        return await transport.send(call);
      } finally {
        transport.close();
      }
    },
    close() {},
  };
}

async function provesItself(
  transport: HttpsTransport,
  { path, isRight }: ServiceProof,
  { signal, deadlineMs }: ApiRequest,
): Promise<boolean> {
  const limits = { ...(signal && { signal }), ...(deadlineMs && { deadlineMs }) };
  try {
    const { status, body } = await transport.send({ method: 'GET', path, ...limits });
    return status === 200 && isRight(parseJson(new TextDecoder().decode(body)));
  } catch (error) {
    // An answer that is none of the service, such as a redirect or a page.
    if (error instanceof ApiFailure && error.code === 'invalid_answer') return false;
    throw error;
  }
}
