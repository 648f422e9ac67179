import { vi } from 'vitest';
import type { BridgeArgument, BridgeCall, ElectronBridge } from '../../../../shared/contract/bridge.ts';
import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import { DEFAULT_PREFERENCES, DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { answerWindowCall, readWindowCall } from '../../support/window-calls.ts';

type Answer = { readonly status?: number; readonly body: unknown };
type Route = (query: URLSearchParams) => Answer | Promise<Answer>;

/** The API and the bridge of a page, with what was requested from both. */
export interface FakeHost {
  /** Paths with their query, in the order of the calls. */
  readonly asked: string[];
  readonly bridgeCalls: { readonly name: string; readonly argument: unknown }[];
  /** Sets the answer of a path of the API from now on. */
  answer(path: string, route: Route): void;
  /** Holds the next calls of a path until the returned function is called. */
  hold(path: string, route: Route): () => void;
}

export function installFakeHost(bridgeValues: Readonly<Record<string, unknown>> = {}): FakeHost {
  const routes = new Map<string, Route>();
  const asked: string[] = [];
  const bridgeCalls: FakeHost['bridgeCalls'] = [];
  const values: Readonly<Record<string, unknown>> = {
    readSettings: DEFAULT_SETTINGS,
    readPreferences: DEFAULT_PREFERENCES,
    readMissingParameters: [],
    listSchedules: [],
    readCompany: { accounts: {}, details: NO_COMPANY_DETAILS, mayChange: true },
    ...bridgeValues,
  };

  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const call = readWindowCall(address, init);
    if (call !== null) {
      bridgeCalls.push(call);
      return answerWindowCall(values[call.name]);
    }
    asked.push(address);
    const url = new URL(address, 'http://127.0.0.1');
    const route = routes.get(url.pathname);
    if (!route) throw new TypeError(`nothing answers ${url.pathname}`);
    const { status = 200, body } = await route(url.searchParams);
    return new Response(JSON.stringify(body), { status });
  });
  const bridge: ElectronBridge = {
    call: <C extends BridgeCall>(name: C, argument: BridgeArgument<C>) => {
      bridgeCalls.push({ name, argument });
      return Promise.resolve({ ok: true, value: values[name] as never });
    },
    onCommand: () => () => undefined,
  };
  vi.stubGlobal('tilldesk', bridge);

  return {
    asked,
    bridgeCalls,
    answer: (path, route) => void routes.set(path, route),
    hold(path, route) {
      const { promise, resolve } = Promise.withResolvers<void>();
      routes.set(path, async (query) => {
        await promise;
        return route(query);
      });
      return resolve;
    },
  };
}

export const listOf = (data: readonly unknown[]): Answer => ({
  body: { count: data.length, total: data.length, data },
});

export const platformFailure: Answer = {
  status: 502,
  body: { error: 'Bad Gateway', message: 'The platform did not answer', status: 502, request_id: 'request-7' },
};
