import type { Caller } from '../base/caller.ts';
import type { Platform } from './platform.ts';

/** The methods of a platform that act as a caller. */
export type PlatformCalls = Omit<Platform, 'signIn' | 'signInWithKey' | 'identify'>;

type CallerPort<Port> = {
  readonly [Name in keyof Port]: (caller: Caller, ...args: never[]) => Promise<unknown>;
};

export interface PortCall<Port> {
  readonly name: keyof Port & string;
  readonly caller: Caller;
  readonly args: readonly unknown[];
}

/** Answers each call. `ask` makes the call, by default as the same caller on the same port. */
export type AnswerCalls<Port> = <Answer>(
  ask: (caller?: Caller, port?: Port) => Promise<Answer>,
  call: PortCall<Port>,
) => Promise<Answer>;

/** Wraps every method of a port, so that routing, guarding, retrying and caching need no list of methods. */
export function wrapCalls<Port extends CallerPort<Port>>(port: Port, answer: AnswerCalls<Port>): Port {
  const names = (Object.keys(port) as (keyof Port & string)[]).filter((name) => typeof port[name] === 'function');
  const methods = names.map((name) => {
    const method = (caller: Caller, ...args: readonly unknown[]) =>
      answer((as = caller, at = port) => makeCall(at, { name, caller: as, args }), { name, caller, args });
    return [name, method];
  });
  // `answer` can only return what the method returned, so each method keeps its type.
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
