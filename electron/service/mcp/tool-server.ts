import { type CallToolResult, createMcpHandler, type McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { API_VERSION } from '../openapi/describe-api.ts';
import { type Arguments, type Read, type ReadApi, readCount, ToolRefusal, toParameter } from './tool.ts';
import { describeTools } from './tool-schemas.ts';

const INSTRUCTIONS =
  'Tilldesk reads the back office of a chain of shops: catalog, orders, discounts, reports. Nothing can be changed. ' +
  'Amounts are euros with at most 2 decimals (4 for unit prices). A name with _ex anywhere in it excludes VAT, such as ' +
  'value_ex_wt. Any other name with _wt includes it. A plain name excludes it. A figure that is null is not known. Days ' +
  'are calendar days in Europe/Amsterdam, and ranges include both ends. In a list, `total` is the number of rows, and ' +
  '`count` is the number of rows in the answer. A tool that takes `start` returns a page: while there are more rows, ' +
  'read on with `start`. Other tools return all rows. Find the ids of shops and locations with list_shops and ' +
  'list_locations. A key without personal data gets null for names and addresses of people. Use explain_figure before ' +
  'you explain a figure of the financial report. In the list of tools, each record, member and argument is described ' +
  'where it first appears.';

/** What a client may know of a failure; the cause is logged. */
export type ReportFailure = (error: unknown) => Pick<ErrorBody, 'error' | 'message' | 'status'>;

/** A protocol server with every tool. The protocol needs a new one for each connection or request. */
export function createToolServer(readApi: ReadApi, reportFailure: ReportFailure): McpServer {
  const about = { name: 'tilldesk', title: 'Tilldesk', version: API_VERSION };
  // Tools never change while it runs.
  const capabilities = { tools: { listChanged: false } };
  const server = new McpServer(about, { instructions: INSTRUCTIONS, capabilities });
  described ??= describeTools();
  for (const { tool, input, output } of described) {
    const { name, title, description } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (given) => runTool(() => tool.run(given as Arguments, createReader(readApi)), reportFailure),
    );
  }
  return server;
}

/**
 * Answers messages that come over HTTP, each with one answer. A stream of notifications is refused: tools never change,
 * so there are none. `onError` gets the reason why a message could not be answered.
 */
export function createMessageHandler(
  readApi: ReadApi,
  reportFailure: ReportFailure,
  onError: (error: Error) => void,
): McpHttpHandler['fetch'] {
  const create = () => createToolServer(readApi, reportFailure);
  return createMcpHandler(create, { maxSubscriptions: 0, onerror: onError }).fetch;
}

function createReader(readApi: ReadApi): Read {
  return async (endpoint, query, id) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, toParameter(name, value)])).toString();
    return (await readApi(endpoint, text, id === undefined ? undefined : readCount('id', id, 0))) as Arguments;
  };
}

async function runTool(run: () => Promise<Arguments>, reportFailure: ReportFailure): Promise<CallToolResult> {
  try {
    const answer = await run();
    return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    const refusal = error instanceof ToolRefusal ? error.error : reportFailure(error);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(refusal) }] };
  }
}

/** Created when a tool is first requested. */
let described: ReturnType<typeof describeTools> | null = null;
