import { vi } from 'vitest';
import { type FakeBridge, installFakeBridge } from '../../app/support/fake-bridge.ts';

type Answer = { readonly status?: number; readonly body: unknown };
type Route = (query: URLSearchParams) => Answer | Promise<Answer>;

/** The API and the bridge of a page, with what was requested from both. */
export interface FakeHost {
  /** Paths with their query, in the order of the calls. */
  readonly asked: string[];
  readonly bridgeCalls: FakeBridge['calls'];
  /** Sets the answer of a path of the API from now on. */
  answer(path: string, route: Route): void;
  /** Holds the next calls of a path until the returned function is called. */
  hold(path: string, route: Route): () => void;
}

/** `bridgeValues` are answers of the bridge besides its usual ones. */
export function installFakeHost(bridgeValues: Readonly<Record<string, unknown>> = {}): FakeHost {
  const routes = new Map<string, Route>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const url = new URL(address, 'http://127.0.0.1');
    const route = routes.get(url.pathname);
    if (!route) throw new TypeError(`nothing answers ${url.pathname}`);
    const { status = 200, body } = await route(url.searchParams);
    return new Response(JSON.stringify(body), { status });
  });
  const bridge = installFakeBridge();
  bridge.on(Object.fromEntries(Object.entries(bridgeValues).map(([name, value]) => [name, () => value])));

  return {
    asked,
    bridgeCalls: bridge.calls,
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
