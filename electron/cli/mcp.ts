import { finished } from 'node:stream/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ApiFailure, readErrorBody } from '../api-client/api-client.ts';
import { createHttpsTransport } from '../api-client/https-transport.ts';
import { trustedAuthorities } from '../api-client/upstream.ts';
import { UPSTREAM_LIMITS } from '../api-client/upstream-limits.ts';
import { systemClock } from '../base/clock.ts';
import { createCommandLine, parseTyped } from '../config/command-line.ts';
import { DEFAULT_API_PORT } from '../config/config.ts';
import { type ReadApi, ToolRefusal } from '../service/mcp/tool.ts';
import { createToolServer } from '../service/mcp/tool-server.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { readApiKey, readBaseUrl } from './export-source.ts';

const DESCRIPTION =
  'The Model Context Protocol over standard input and output, for assistants that start their servers themselves. It ' +
  'reads a running Tilldesk with an API key, which it takes from the variable TILLDESK_API_KEY. Standard output has ' +
  'nothing but messages of the protocol: start it with npm --silent run mcp.';

/** The address of the service, without a slash at its end. Throws `ConfigError` and `HelpRequested`. */
export function readMcpCommand(argv: readonly string[]): string {
  const program = createCommandLine('npm --silent run mcp --', DESCRIPTION).option(
    '--base-url <URL>',
    'the service that is read',
    `http://127.0.0.1:${DEFAULT_API_PORT}`,
  );
  parseTyped(program, argv);
  return readBaseUrl(program.opts<{ baseUrl: string }>().baseUrl);
}

/** Reads a service with a key. What it refuses, and that it cannot be reached, is thrown as `ToolRefusal`. */
export function createServiceReader(baseAddress: string, key: string): ReadApi & { close(): void } {
  const transport = createHttpsTransport({
    ...{ baseAddress, authorities: trustedAuthorities(), clock: systemClock, limits: UPSTREAM_LIMITS },
  });
  const read: ReadApi = async (endpoint, query, id) => {
    const path = `${endpoint.path.replace('{id}', String(id))}${query === '' ? '' : `?${query}`}`;
    const headers = { authorization: `Bearer ${key}` };
    const answer = await transport.send({ method: 'GET', path, headers }).catch((error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      throw new ToolRefusal({
        error: 'Bad Gateway',
        message: `Tilldesk at ${baseAddress}: ${error.message}`,
        status: 502,
      });
    });
    if (answer.status === 200) return JSON.parse(new TextDecoder().decode(answer.body));
    const { status } = answer;
    throw new ToolRefusal(
      readErrorBody(answer) ?? { error: 'Error', message: `The service answered ${status}.`, status },
    );
  };
  return Object.assign(read, { close: transport.close });
}

async function mcp(): Promise<number> {
  const baseAddress = readMcpCommand(process.argv.slice(2));
  const reader = createServiceReader(baseAddress, readApiKey(process.env));
  const handle = serveStdio(() => createToolServer(reader));
  // The program that started it ends it by closing its input.
  await finished(process.stdin).catch(() => {});
  await handle.close();
  reader.close();
  return 0;
}

if (import.meta.main) process.exitCode = await answerCommand(mcp, () => null);
