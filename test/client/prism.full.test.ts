import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { type DrawnRequest, drawRequest, pathIdsOf, written } from '../security/support/drawn-requests.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { exchange } from '../support/http-exchange.ts';

const PROGRAM = ['test', 'public-tools', 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js'];
const SEED = 20_261_129;
const REQUESTS = 25;

const ENDPOINTS = CONTRACT_ENDPOINTS.filter(
  ({ method, path, access, mediaType }) =>
    method === 'GET' && path.startsWith('/api/') && access === 'user' && mediaType === undefined,
).map((endpoint) => ({ name: endpoint.path, endpoint }));

let service: FixtureService;
let folder: string;
let prism: ChildProcess;
let port: number;

/** Prism stands between the caller and the service. With `--errors` it refuses what differs from the OpenAPI document. */
beforeAll(async () => {
  service = await startFixtureService();
  folder = await mkdtemp(join(tmpdir(), 'tilldesk-prism-'));
  const description = join(folder, 'openapi.json');
  await writeFile(description, JSON.stringify(await service.read(readOpenApi)));
  const options = ['proxy', description, `http://127.0.0.1:${service.port}`, '--errors', '--host', '127.0.0.1'];
  prism = spawn(process.execPath, [projectPath(...PROGRAM), ...options, '--port', '0'], { cwd: folder });
  port = await readPort(prism);
}, 60_000);

afterAll(async () => {
  prism?.kill();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('through a proxy that checks requests and answers against the OpenAPI document', { timeout: 60_000 }, () => {
  it.each(ENDPOINTS)('GET $name answers the same', async ({ endpoint }) => {
    for (const drawn of fc.sample(drawRequest(endpoint), { seed: SEED, numRuns: REQUESTS })) {
      const ids = pathIdsOf(endpoint);
      const id = drawn.isFound ? (ids[drawn.pick % ids.length] ?? 1) : 424_242;
      const { query, headers } = written({ ...drawn, query: withWords(endpoint, drawn.query) });
      const target = `${endpoint.path.replace(/\{\w+\}/g, String(id))}${query === '' ? '' : `?${query}`}`;
      const sent = { token: service.tokens.owner, headers };
      const [direct, proxied] = [
        await exchange(service.port, 'GET', target, sent),
        await exchange(port, 'GET', target, sent),
      ];
      expect([target, proxied.status, bodyOf(proxied.text)]).toEqual([target, direct.status, bodyOf(direct.text)]);
    }
  });
});

/** The service also takes 1 and 0 for true and false. Prism, like the document, takes only the words. */
function withWords({ query }: Endpoint, drawn: DrawnRequest['query']): DrawnRequest['query'] {
  const entries = Object.entries(drawn).map(([name, text]) => {
    const isBoolean = (query?.properties[name] as { type?: string } | undefined)?.type === 'boolean';
    return [name, isBoolean ? String(text === '1' || text === 'true') : text];
  });
  return Object.fromEntries(entries);
}

/** Each answer has its own id, time and cursor. */
function bodyOf(text: string): unknown {
  const { request_id, generated_at, next_cursor, ...body } = JSON.parse(text);
  return body;
}

/** Resolves when Prism listens. Rejects with its output if it ends. */
async function readPort(program: ChildProcess): Promise<number> {
  let printed = '';
  const ended = once(program, 'exit').then(() => Promise.reject(new Error(printed)));
  const listening = new Promise<number>((resolve) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed);
        if (found) resolve(Number(found[1]));
      });
    }
  });
  return Promise.race([listening, ended]);
}
