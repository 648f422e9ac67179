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
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { API_VERSION } from '../openapi/describe-api.ts';
import { createSchemaCollector } from '../openapi/schema-collector.ts';
import { type Arguments, parameterOf, type Read, type ReadApi, readCount, type Tool, ToolRefusal } from './tool.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Tilldesk reads the back office of a chain of shops: catalog, orders, discounts, reports. Nothing can be changed. ' +
  'Amounts are euros with at most 2 decimals (4 for unit prices); a name that ends in _wt includes VAT, one without ' +
  'excludes it. Days are calendar days in Europe/Amsterdam, and both ends of a range count. In a list, `total` says how ' +
  'many rows there are and `count` how many the answer has. A tool that takes `start` answers a page: while there are ' +
  'more rows, read on with `start`. One that does not answers all rows. Names of shops and locations become ids by ' +
  'list_shops and list_locations. A key without personal data gets null for names and addresses of people. Use ' +
  'explain_figure before you explain a figure of the financial report.';

/** What a client may know of a failure; the cause is logged. */
export type ReportFailure = (error: unknown) => Pick<ErrorBody, 'error' | 'message' | 'status'>;

/** A server of the protocol with every tool; made for each connection or request, as the protocol asks for. */
export function createToolServer(readApi: ReadApi, reportFailure: ReportFailure): McpServer {
  const about = { name: 'tilldesk', title: 'Tilldesk', version: API_VERSION };
  // Tools never change while it runs.
  const capabilities = { tools: { listChanged: false } };
  const server = new McpServer(about, { instructions: INSTRUCTIONS, capabilities });
  for (const { tool, input, output } of describedTools()) {
    const { name, title, description } = tool;
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (given) => answerOf(() => tool.run(given as Arguments, readerOf(readApi)), reportFailure),
    );
  }
  return server;
}

/**
 * Answers messages that come over HTTP, each with one answer: a stream of notifications, of which a server that never changes its
 * tools has none, is refused. `onError` gets what made a message impossible to answer.
 */
export function createMessageHandler(
  readApi: ReadApi,
  reportFailure: ReportFailure,
  onError: (error: Error) => void,
): McpHttpHandler['fetch'] {
  const create = () => createToolServer(readApi, reportFailure);
  return createMcpHandler(create, { maxSubscriptions: 0, onerror: onError }).fetch;
}

function readerOf(readApi: ReadApi): Read {
  return async (endpoint, query, id) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, parameterOf(name, value)])).toString();
    return (await readApi(endpoint, text, id === undefined ? undefined : readCount('id', id, 0))) as Arguments;
  };
}

async function answerOf(run: () => Promise<Arguments>, reportFailure: ReportFailure): Promise<CallToolResult> {
  try {
    const answer = await run();
    return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    const refusal = error instanceof ToolRefusal ? error.error : reportFailure(error);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(refusal) }] };
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
    tool: { ...tool, description: withToolNames(tool.description) },
    input: fromJsonSchema({ ...inputSchemaOf(tool.input), additionalProperties: false }, CHECKED_BY_THE_API),
    output: fromJsonSchema(jsonSchemaOf(tool.output, ['examples']), CHECKED_BY_THE_API),
  }));
  return described;
}

/** The API refuses wrong arguments itself, in the words in which it refuses everybody. */
const CHECKED_BY_THE_API: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

/** A parameter with a default need not be given. */
function inputSchemaOf(schema: TObject): JsonSchemaType & object {
  const isNeeded = (name: string) => !('default' in (schema.properties[name] ?? {}));
  return { ...jsonSchemaOf(schema), required: (schema.required ?? []).filter(isNeeded) } as JsonSchemaType & object;
}

/** With the schemas that it names in itself, and without the keywords in `omitted`. */
function jsonSchemaOf(schema: TSchema, omitted: readonly string[] = []): JsonSchemaType & object {
  const schemas = createSchemaCollector('#/$defs/');
  const { title: _, ...untitled } = schema as TSchema & { title?: string };
  const described = schemas.describe(untitled as TSchema);
  const named = schemas.components();
  const whole = Object.keys(named).length === 0 ? described : { ...described, $defs: named };
  return forAssistants(whole, omitted) as JsonSchemaType & object;
}

/** Keywords that hold schemas by name. */
const MAPS = ['properties', '$defs'];

/** Without extensions of ours, and in the words of the tools. */
function forAssistants(schema: object, omitted: readonly string[]): object {
  const keywords = Object.entries(schema).filter(([name]) => !name.startsWith('x-') && !omitted.includes(name));
  return Object.fromEntries(keywords.map(([name, value]) => [name, keywordFor(name, value, omitted)]));
}

function keywordFor(name: string, value: unknown, omitted: readonly string[]): unknown {
  if (name === 'description') return withToolNames(String(value));
  if (name === 'items') return forAssistants(value as object, omitted);
  if (name === 'anyOf') return (value as readonly object[]).map((schema) => forAssistants(schema, omitted));
  if (!MAPS.includes(name)) return value;
  const schemas = Object.entries(value as Readonly<Record<string, object>>);
  return Object.fromEntries(schemas.map(([member, schema]) => [member, forAssistants(schema, omitted)]));
}

/** An endpoint, as texts of the contract name it. */
const ENDPOINT = /GET (\/api\/[\w/{}-]+)/g;

/** The tool in place of the endpoint that it reads. */
function withToolNames(text: string): string {
  return text.replace(ENDPOINT, (named, path) => TOOLS.find(({ endpoint }) => endpoint?.path === path)?.name ?? named);
}
