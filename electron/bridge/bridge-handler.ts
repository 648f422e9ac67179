import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type About,
  BRIDGE_CALLS,
  type BridgeCall,
  type BridgeFailure,
  type BridgeResult,
} from '../../shared/contract/bridge.ts';
import { USER_INDEPENDENT_CALLS } from '../../shared/contract/window-headers.ts';
import { type Log, redactText } from '../base/log.ts';
import { toFailure, UNEXPECTED_FAILURE } from './bridge-errors.ts';
import { type BridgeCalls, checkRight, type RightsDeps } from './call-rights.ts';
import { createExportCalls, type ExportCallsDeps } from './export-calls.ts';
import { createOpenExternalCalls, type OpenExternalDeps } from './open-external-calls.ts';
import { createSessionCalls, type SessionCallsDeps } from './session-calls.ts';
import { createSettingsCalls, type SettingsCallsDeps } from './settings-calls.ts';
import { refuseOtherSession } from './signed-in-caller.ts';

export interface BridgeDeps extends ExportCallsDeps, SessionCallsDeps, OpenExternalDeps, SettingsCallsDeps, RightsDeps {
  readonly about: () => About;
  readonly log: Log;
}

/**
 * A host calls `handle` for its window, with whatever the window sent. It never throws. `sessionId` names the session
 * that the window shows; absent or `null` for none.
 */
export function createBridge(deps: BridgeDeps) {
  const calls: BridgeCalls = {
    ...createSessionCalls(deps),
    ...createSettingsCalls(deps),
    ...createExportCalls(deps),
    ...createOpenExternalCalls(deps),
    readAbout: async () => deps.about(),
  };
  const accepts = createArgumentChecks();

  async function handle(
    name: unknown,
    argument: unknown,
    sessionId: string | null = null,
  ): Promise<BridgeResult<unknown>> {
    if (!isBridgeCall(name)) return refuse('There is no such call.');
    if (!accepts[name](argument)) return refuse(`The argument of ${name} is not valid.`);
    try {
      if (!USER_INDEPENDENT_CALLS.has(name)) refuseOtherSession(deps.session, sessionId);
      await checkRight(deps, name);
      // The check above proves that the call takes this argument.
      return { ok: true, value: await calls[name](argument as never) };
    } catch (error) {
      return { ok: false, failure: logFailure(deps.log, name, error) };
    }
  }

  return { handle };
}

function createArgumentChecks(): Record<BridgeCall, (argument: unknown) => boolean> {
  const checks = Object.entries(BRIDGE_CALLS).map(([name, schema]) => {
    const compiled = Compile<TSchema>(schema);
    return [name, (argument: unknown) => compiled.Check(argument)];
  });
  return Object.fromEntries(checks);
}

function isBridgeCall(name: unknown): name is BridgeCall {
  return typeof name === 'string' && Object.hasOwn(BRIDGE_CALLS, name);
}

function refuse(message: string): BridgeResult<never> {
  return { ok: false, failure: { code: 'invalid', message, status: null, requestId: null } };
}

function logFailure(log: Log, call: BridgeCall, error: unknown): BridgeFailure {
  const failure = toFailure(error);
  const fields = { call, error: redactText(formatTrace(error)) };
  if (failure) log.warn({ ...fields, code: failure.code }, 'a call of the window failed');
  else log.error(fields, 'a call of the window failed unexpectedly');
  return failure ?? UNEXPECTED_FAILURE;
}

function formatTrace(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? error.message;
  return error.cause === undefined ? trace : `${trace}\ncaused by ${formatTrace(error.cause)}`;
}
