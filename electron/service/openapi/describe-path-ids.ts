import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import { exampleOf } from './example-of.ts';
import type { Parameter } from './openapi-document.ts';

/** The ids in the path of an endpoint, in their order. */
export function describePathIds({ path, documentation, response }: Endpoint): Parameter[] {
  const { id = 'The record', deliveryId = 'The delivery' } = documentation;
  const { idExample = path.endsWith('{id}') ? idOf(exampleOf(response)) : 1, deliveryIdExample = 1 } =
    documentation;
  const ids: Parameter[] = [];
  if (path.includes('{id}')) ids.push(pathId('id', id, idExample));
  if (path.includes('{delivery_id}')) ids.push(pathId('delivery_id', deliveryId, deliveryIdExample));
  return ids;
}

function idOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'id' in record ? record.id : 1;
}

function pathId(name: string, description: string, example: unknown): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: `${description}, in 1 to 15 plain digits, without leading zeros.`,
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example,
  };
}
