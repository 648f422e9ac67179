import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../../../shared/contract/bridge.ts';
import { app, behaviour, createMessage, electronCalls } from '../../../support/electron-stand-in.ts';
import { OWNER } from '../api-reader.ts';

/**
 * Starts an unpacked archive like its installed program, on the stand-in of the module `electron`, exports the price
 * list as the owner of the demo shop, and quits. Arguments: the main script, the file of the export, options of the
 * program.
 */
const [main = '', file = '', ...options] = process.argv.slice(2);

const standIn = import.meta.resolve('../../../support/electron-stand-in.ts');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
Object.assign(behaviour, { isPackaged: true, savedPath: file });

const shown = Promise.withResolvers<void>();
const { write } = process.stdout;
process.stdout.write = (...written) => {
  if (String(written[0]).includes('Ctrl+C')) shown.resolve();
  return Reflect.apply(write, process.stdout, written);
};
const exited = once(app, 'stand-in-exit');
process.argv = ['tilldesk', ...options];
await import(pathToFileURL(main).href);
await Promise.race([shown.promise, exited]);

const state = await call('signIn', { ...OWNER, platform: null, remember: false }, null);
const sessionId = state.kind === 'signed-in' ? state.sessionId : null;
const request = { dataset: 'price-list', format: 'csv', language: 'nl', filters: {} } as const;
await call('exportDataset', { key: 'packed', request }, sessionId);

app.quit();
const [status] = await exited;
process.exit(status);

/** Passes on a call of the page like the preload script. */
async function call<C extends BridgeCall>(
  name: C,
  argument: BridgeArgument<C>,
  sessionId: string | null,
): Promise<BridgeResults[C]> {
  const handle = electronCalls.handlers.get('tilldesk:call');
  const page = createMessage('app://bundle/');
  const result: BridgeResult<BridgeResults[C]> = await handle?.(page, name, argument, sessionId);
  if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
  return result.value;
}
