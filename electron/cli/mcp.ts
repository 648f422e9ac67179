import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type RequestId,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { readMe } from '../../shared/contract/auth.ts';
import { ApiFailure, readErrorBody } from '../api-client/api-client.ts';
import { createServiceTransport, type ReadServiceProof } from '../api-client/proven-transport.ts';
import { readTrustedAuthorities } from '../api-client/upstream.ts';
import { UPSTREAM_LIMITS } from '../api-client/upstream-limits.ts';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { toPrintableLines } from '../base/printable.ts';
import { createCommandLine, getTypedTexts, parseTyped } from '../config/command-line.ts';
import { ConfigError, DEFAULT_API_PORT, getSources } from '../config/config.ts';
import { type ReadApi, ToolRefusal } from '../service/mcp/tool.ts';
import { createToolServer, type ReportFailure } from '../service/mcp/tool-server.ts';
import { isApiKeyForm } from '../service/security/api-key-format.ts';
import { API_ERRORS } from '../service/server/api-error.ts';
import { answerCommand } from '../startup/failure-report.ts';
import {
  chooseProofReader,
  createUnprovenOption,
  readApiKey,
  readServiceChoice,
  type ServiceChoice,
} from './service-options.ts';

const DESCRIPTION =
  'The Model Context Protocol over standard input and output, for assistants that start their servers themselves. It ' +
  'reads a running Tilldesk with an API key, which it takes from the variable TILLDESK_API_KEY. Standard output has ' +
  'nothing but messages of the protocol: start it with npm --silent run mcp.';

/** The service that is read. Throws `ConfigError` and `HelpRequested`. */
export function readMcpCommand(argv: readonly string[]): ServiceChoice {
  const program = createCommandLine('npm --silent run mcp --', DESCRIPTION)
    .option('--base-url <URL>', 'address of the service to read', `http://127.0.0.1:${DEFAULT_API_PORT}`)
    .option('--data-dir <DIR>', 'data folder of the Tilldesk that listens there (or TILLDESK_DATA_DIR)')
    .addOption(createUnprovenOption('with --base-url http://'));
  parseTyped(program, argv);
  return readServiceChoice(program.opts<{ baseUrl: string }>().baseUrl, getTypedTexts(program));
}

/** Reads a service with a key. A refusal or a failed connection is thrown as `ToolRefusal`. */
function createServiceReader(
  baseAddress: string,
  key: string,
  readProof: ReadServiceProof | null,
): ReadApi & { close(): void } {
  const transport = createServiceTransport(
    { baseAddress, authorities: readTrustedAuthorities(), clock: systemClock, limits: UPSTREAM_LIMITS },
    readProof,
  );
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

/** The key, if it has the form of one. Throws `ConfigError`. */
function readMcpKey(env: Readonly<Record<string, string | undefined>>): string {
  const key = readApiKey(env);
  if (isApiKeyForm(key)) return key;
  throw new ConfigError('TILLDESK_API_KEY is not a whole API key: paste all of it, or make another one.');
}

/**
 * Throws `StartError` for a key that the service refuses. A service that is unreachable now may answer when a tool is
 * called.
 */
async function checkKey(read: ReadApi, baseAddress: string): Promise<void> {
  try {
    await read(readMe, '', undefined);
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    if (error.error.status !== API_ERRORS.unauthorized.status) return;
    throw new StartError(
      `Tilldesk at ${baseAddress} refuses the key in TILLDESK_API_KEY: it was revoked or has ended. Make another one.`,
    );
  }
}

/** Standard input and output. After the end of the input it closes when every request is answered. */
class CommandTransport extends StdioServerTransport {
  readonly closed: Promise<void>;
  #onClosed = () => {};
  #onAnswered = () => {};
  readonly #unanswered = new Set<RequestId>();

  constructor() {
    super();
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
  }

  override async start(): Promise<void> {
    const { onmessage, onclose } = this;
    this.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
      else if (isJSONRPCNotification(message)) this.#settle(getCancelledId(message));
      onmessage?.(message);
    };
    this.onclose = () => {
      onclose?.();
      this.#onClosed();
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      if ('id' in message) this.#settle(message.id);
    }
  }

  override async close(): Promise<void> {
    if (process.stdin.readableEnded && this.#unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onAnswered = resolve;
      });
    }
    await super.close();
  }

  #settle(id: RequestId | undefined): void {
    if (id === undefined) return;
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onAnswered();
  }
}

/** A request that the client cancelled gets no answer. */
function getCancelledId({ method, params }: JSONRPCNotification): RequestId | undefined {
  return method === 'notifications/cancelled' ? (params?.requestId as RequestId | undefined) : undefined;
}

const reportFailure: ReportFailure = (error) => {
  process.stderr.write(
    `${toPrintableLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
  const { label, status } = API_ERRORS.internal;
  return { error: label, message: 'npm run mcp failed. Its standard error has the cause.', status };
};

async function mcp(): Promise<number> {
  const sources = getSources(process.argv.slice(2));
  const choice = readMcpCommand(sources.argv);
  const { baseUrl: baseAddress } = choice;
  const reader = createServiceReader(baseAddress, readMcpKey(process.env), chooseProofReader(choice, sources));
  await checkKey(reader, baseAddress);
  const transport = new CommandTransport();
  let lastError: Error | null = null;
  const onerror = (error: Error) => {
    lastError = error;
  };
  const handle = serveStdio(() => createToolServer(reader, reportFailure), { transport, onerror });
  await transport.closed;
  await handle.close();
  reader.close();
  // The program that started it ends it by closing its input.
  if (process.stdin.readableEnded) return 0;
  const { message = 'it was closed' } = lastError ?? {};
  throw new StartError(`The connection to the assistant ended: ${message}.`);
}

if (import.meta.main) process.exitCode = await answerCommand(mcp);
