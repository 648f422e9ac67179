import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type McpHttpHandler,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { TObject, TSchema } from 'typebox';
import { API_VERSION } from '../openapi/describe-api.ts';
import { createSchemaCollector } from '../openapi/schema-collector.ts';
import { type Arguments, parameterOf, type Read, type ReadApi, readCount, type Tool, ToolRefusal } from './tool.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Tilldesk reads the back office of a chain of shops: catalog, orders, discounts, reports. Nothing can be changed. ' +
  'Amounts are euros with at most 2 decimals (4 for unit prices); a name that ends in _wt includes VAT, one without ' +
  'excludes it. Days are calendar days in Europe/Amsterdam, and both ends of a range count. Lists are pages: `total` ' +
  'says how many rows there are, `count` how many the answer has; read on with `start`. Names of shops and locations ' +
  'become ids by list_shops and list_locations. A key without personal data gets null for names and addresses of people. Use ' +
  'explain_figure before you explain a figure of the financial report.';

/** A server of the protocol with every tool; made for each connection or request, as the protocol asks for. */
export function createToolServer(readApi: ReadApi): McpServer {
  const about = { name: 'tilldesk', title: 'Tilldesk', version: API_VERSION };
  const server = new McpServer(about, { instructions: INSTRUCTIONS });
  for (const { tool, input, output } of describedTools()) {
    const { name, title, description } = tool;
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (given) => answerOf(() => tool.run(given as Readonly<Record<string, unknown>>, readerOf(readApi))),
    );
  }
  return server;
}

/**
 * Answers messages that come over HTTP, each with one answer: a stream of notifications, of which a server that never changes its
 * tools has none, is refused. `onError` is told of messages that cannot be answered.
 */
export function createMessageHandler(readApi: ReadApi, onError: (error: Error) => void): McpHttpHandler['fetch'] {
  return createMcpHandler(() => createToolServer(readApi), { maxSubscriptions: 0, onerror: onError }).fetch;
}

function readerOf(readApi: ReadApi): Read {
  return async (endpoint, query, id) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, parameterOf(name, value)])).toString();
    return (await readApi(endpoint, text, id === undefined ? undefined : readCount('id', id, 0))) as Arguments;
  };
}

async function answerOf(run: () => Promise<Readonly<Record<string, unknown>>>): Promise<CallToolResult> {
  try {
    const answer = await run();
    return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(error.error) }] };
  }
}

interface DescribedTool {
  readonly tool: Tool;
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
}

let described: readonly DescribedTool[] | null = null;

/** Made once, when a tool is first asked for. */
function describedTools(): readonly DescribedTool[] {
  described ??= TOOLS.map((tool) => ({
    tool,
    input: fromJsonSchema({ ...inputSchemaOf(tool.input), additionalProperties: false }, CHECKED_BY_THE_API),
    output: fromJsonSchema(jsonSchemaOf(tool.output), CHECKED_BY_THE_API),
  }));
  return described;
}

/** The API refuses wrong arguments itself, in the words in which it refuses everybody. */
const CHECKED_BY_THE_API: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({
      ...{ valid: true, data: input as T, errorMessage: undefined },
    }),
};

/** A parameter with a default need not be given. */
function inputSchemaOf(schema: TObject): JsonSchemaType & object {
  const isNeeded = (name: string) => !('default' in (schema.properties[name] ?? {}));
  return { ...jsonSchemaOf(schema), required: (schema.required ?? []).filter(isNeeded) } as JsonSchemaType & object;
}

/** With the schemas that it names in itself. */
function jsonSchemaOf(schema: TSchema): JsonSchemaType & object {
  const schemas = createSchemaCollector('#/$defs/');
  const { title: _, ...untitled } = schema as TSchema & { title?: string };
  const described = schemas.describe(untitled as TSchema);
  return { ...described, $defs: schemas.components() } as JsonSchemaType & object;
}
