import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import { exampleOf } from './example-of.ts';
import type { Parameter } from './openapi-document.ts';

/** The ids in the path of an endpoint, in their order. */
export function describePathIds({ path, documentation, response }: Endpoint): Parameter[] {
  const { id = 'The record', deliveryId = 'The delivery' } = documentation;
  const ids: Parameter[] = [];
  if (path.includes('{id}')) ids.push(pathId('id', id, path.endsWith('{id}') ? exampleOf(response) : null));
  if (path.includes('{delivery_id}')) ids.push(pathId('delivery_id', deliveryId, null));
  return ids;
}

/** `record` is an example of what has the id, where the endpoint answers it. */
function pathId(name: string, description: string, record: unknown): Parameter {
  const isRecord = typeof record === 'object' && record !== null && 'id' in record;
  return {
    name,
    in: 'path',
    required: true,
    description: `${description}, in 1 to 15 plain digits.`,
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: isRecord ? record.id : 1,
  };
}
