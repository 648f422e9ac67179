import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import written from './operation-examples.json' with { type: 'json' };

/** A call of the demo shop with its answer, as of the time of the tests. */
export interface OperationExample {
  readonly id?: number;
  readonly deliveryId?: number;
  /** Decoded, as in the schemas of the parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** `null` if the answer has no body. */
  readonly answer: unknown;
  /** What a browser gets instead. */
  readonly page?: string;
}

/** By operation. `test/service/operation-examples.test.ts` compares them with a demo shop, and writes them with `-u`. */
export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = written;

/** Method and address of the call, such as `GET /api/products?q=gieter&limit=2`. */
export function formatRequestLine(
  { method, path }: Endpoint,
  { id, deliveryId, query = {} }: OperationExample,
): string {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId));
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURI(String(value))}`);
  return `${method} ${filled}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}
