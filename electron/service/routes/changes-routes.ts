import type { FastifyInstance } from 'fastify';
import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import { addEndpoint } from './add-endpoint.ts';
import { createChangesReader } from './changes-reader.ts';
import type { ServiceParts } from './service-parts.ts';

export function addChangesRoutes(app: FastifyInstance, { platform, cursors }: ServiceParts): void {
  const readChanges = createChangesReader(platform, cursors);

  addEndpoint(app, listProductChanges, ({ caller, query }) => readChanges(caller, 'products', query));

  addEndpoint(app, listOrderChanges, ({ caller, query }) => readChanges(caller, 'orders', query));
}
