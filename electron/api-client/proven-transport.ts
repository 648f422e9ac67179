import type { ServiceProof } from '../base/instance-proof.ts';
import { parseJson } from '../base/json.ts';
import { ApiFailure, type ApiRequest } from './api-client.ts';
import { createHttpsTransport, type HttpsTransport, type TransportDeps } from './https-transport.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** Reads the proof that the service must give; `null` if there is nothing to compare it with. */
export type ReadServiceProof = () => ServiceProof | null;

/** Creates the transport to a service. `readProof` is `null` if the service need not prove its identity. */
export function createServiceTransport(deps: TransportDeps, readProof: ReadServiceProof | null): HttpsTransport {
  return readProof === null ? createHttpsTransport(deps) : createProvenTransport(deps, readProof);
}

/**
 * Sends each call, with its key, only over a connection on which the service has answered a challenge: another program
 * may have taken the port. Throws `UpstreamFailure` `unproven`. Calls `readProof` for each call, because the nonce
 * changes with each start of the service.
 */
function createProvenTransport(deps: Omit<TransportDeps, 'baseAddress'>, readProof: ReadServiceProof): HttpsTransport {
  return {
    async send(call) {
      const proof = readProof();
      if (proof === null) throw new UpstreamFailure('unproven');
      const transport = createHttpsTransport({ ...deps, baseAddress: proof.address, maxConnects: 1 });
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
  { path, isValid }: ServiceProof,
  { signal, deadlineMs }: ApiRequest,
): Promise<boolean> {
  const limits = { ...(signal && { signal }), ...(deadlineMs && { deadlineMs }) };
  try {
    const { status, body } = await transport.send({ method: 'GET', path, ...limits });
    return status === 200 && isValid(parseJson(new TextDecoder().decode(body)));
  } catch (error) {
    // Not an answer of the service, such as a redirect or a web page.
    if (error instanceof ApiFailure && error.code === 'invalid_answer') return false;
    throw error;
  }
}
