import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { type ApiEndpoint, type Endpoint, isApiEndpoint } from '../../shared/contract/endpoint.ts';

const FOLDER = projectPath('shared', 'contract');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
const modules: readonly Record<string, unknown>[] = await Promise.all(
  files.map((name) => import(/* @vite-ignore */ pathToFileURL(`${FOLDER}/${name}`).href)),
);

/** Every endpoint that a contract file declares, so that new ones are tested automatically. */
export const CONTRACT_ENDPOINTS: readonly ApiEndpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .filter(isApiEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
