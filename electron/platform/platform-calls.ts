import type { Caller } from '../base/caller.ts';
import type { Platform } from './platform.ts';

/** The methods of a platform that act as a caller: all but those that say who somebody is. */
export type PlatformCalls = Omit<Platform, 'signIn' | 'signInWithKey' | 'identify'>;

type CallerPort<Port> = {
  readonly [Name in keyof Port]: (caller: Caller, ...args: never[]) => Promise<unknown>;
};

export interface PortCall<Port> {
  readonly name: keyof Port & string;
  readonly caller: Caller;
  readonly args: readonly unknown[];
}

/** Answers each call with what `ask` answers, which makes the call, by default as the same caller at the same port. */
export type AnswerCalls<Port> = <Answer>(
  ask: (caller?: Caller, port?: Port) => Promise<Answer>,
  call: PortCall<Port>,
) => Promise<Answer>;

/** Wraps every method of a port, so that who routes, guards, repeats or caches calls needs no list of them. */
export function wrapCalls<Port extends CallerPort<Port>>(port: Port, answer: AnswerCalls<Port>): Port {
  const names = (Object.keys(port) as (keyof Port & string)[]).filter((name) => typeof port[name] === 'function');
  const methods = names.map((name) => {
    const method = (caller: Caller, ...args: readonly unknown[]) =>
      answer((as = caller, at = port) => makeCall(at, { name, caller: as, args }), { name, caller, args });
    return [name, method];
  });
  // `answer` can answer a call with nothing but what its method answers, so that each keeps its type.
  return Object.fromEntries(methods) as Port;
}

export function makeCall<Port extends CallerPort<Port>>(
  port: Port,
  { name, caller, args }: PortCall<Port>,
): Promise<unknown> {
  return Reflect.apply(port[name], port, [caller, ...args]);
}

export function wrapPlatform(platform: Platform, answer: AnswerCalls<PlatformCalls>): Platform {
  const { signIn, signInWithKey, identify } = platform;
  return { ...wrapCalls<PlatformCalls>(platform, answer), signIn, signInWithKey, identify };
}

/** Rows of a page; a caller that asks for more at once is likely to want the whole list. */
const MOST_OF_A_LOOK = 100;

/** Whether a query is for so many rows at once that nobody who looks at a list should wait for it. */
export function isBigPage(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return typeof query.limit === 'number' && query.limit > MOST_OF_A_LOOK;
}

/** So many rows are passed over in less time than it takes to ask an ordered list or another thread. */
const ROWS_PASSED_OVER = 1_000;

/** Whether a query is for a page near the beginning of a whole list: nothing is left out, and the order is that of the ids. */
export function isNearPage(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false;
  const { start, limit, sort = 'id', q = '', ...filters }: Partial<Record<string, unknown>> = { ...query };
  const isWhole = sort === 'id' && q === '' && Object.values(filters).every((filter) => filter === undefined);
  return isWhole && typeof start === 'number' && typeof limit === 'number' && start + limit <= ROWS_PASSED_OVER;
}
