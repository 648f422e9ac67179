import { describeApi } from '../../electron/service/openapi/describe-api.ts';
import type {
  OpenApiDocument,
  Operation,
  Reference,
  Response,
} from '../../electron/service/openapi/openapi-document.ts';
import { CONTRACT_ENDPOINTS } from './contract-endpoints.ts';

export const ADDRESS = 'http://127.0.0.1:4870';

/** Returns a new OpenAPI document of the contract, as it is sent. */
export function describeContract(): OpenApiDocument {
  return JSON.parse(JSON.stringify(describeApi(CONTRACT_ENDPOINTS, ADDRESS)));
}

/** Lists the operations, each with its method in upper case and its path, such as `GET /api/shops`. */
export function listOperations({ paths }: OpenApiDocument): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

/** Returns the response of an operation, whether it is inline or a component. */
export function resolveResponse(document: OpenApiDocument, response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`${response.$ref} leads nowhere`);
  return found;
}
