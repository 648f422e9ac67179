import { createRandomStream } from '../../../electron/platform/demo/prng.ts';
import { toMembers, type WireRecord } from './odd-records.ts';

/** A fault that happens to a call instead of its response, or in addition to it. */
export type Fault =
  /** An envelope with a failure, under HTTP 200. */
  | { readonly kind: 'refusal'; readonly className: string; readonly error?: string }
  | { readonly kind: 'html'; readonly status?: number }
  /** An HTTP status without an envelope, such as 503. */
  | { readonly kind: 'status'; readonly status: number }
  /** The body breaks off in the middle. */
  | { readonly kind: 'cut' }
  /** The connection ends without a response. */
  | { readonly kind: 'drop' }
  /** The response is delayed by this time on the clock. */
  | { readonly kind: 'slow'; readonly delayMs: number };

export interface FaultScope {
  /** By the name of the function; all functions by default. */
  readonly functions?: readonly string[];
  /** Ids in calls of `getOrder`; all by default. */
  readonly ids?: readonly number[];
  /** From 0 to 1; all calls by default. */
  readonly share?: number;
}

/** Ends the fault of a switch. */
export type SwitchBack = () => void;

interface ActiveFault {
  readonly fault: Fault;
  readonly scope: FaultScope;
}

interface Alteration {
  readonly functionName: string;
  readonly change: (record: WireRecord) => unknown;
}

const SHARED_FAILURES: readonly Fault[] = [
  { kind: 'refusal', className: 'Internal' },
  { kind: 'refusal', className: 'Connection' },
  { kind: 'html', status: 502 },
  { kind: 'html' },
  { kind: 'cut' },
  { kind: 'drop' },
  { kind: 'status', status: 503 },
];

/** Creates the switches for the behaviour of the server: `switches` are for tests, the rest is for the server. */
export function createSwitchBoard(seed: number) {
  const random = createRandomStream(seed, 'faults');
  const faults = new Set<ActiveFault>();
  const removed = new Set<string>();
  const alterations = new Set<Alteration>();
  /** Read at each call. */
  const behaviour = {
    limitsKeysToOwnShop: false,
    hiddenOrders: new Set<number>(),
    pageMaximum: Number.POSITIVE_INFINITY,
    idMaximum: Number.POSITIVE_INFINITY,
    sessionMembers: {},
    classOfUnknownFunction: 'General',
  };

  const add = <Value>(to: Set<Value>, values: readonly Value[]): SwitchBack => {
    for (const value of values) to.add(value);
    return () => {
      for (const value of values) to.delete(value);
    };
  };
  const set = (changes: Partial<typeof behaviour>): SwitchBack => {
    const before = { ...behaviour };
    Object.assign(behaviour, changes);
    return () => void Object.assign(behaviour, before);
  };
  const inject = (fault: Fault, scope: FaultScope = {}) => add(faults, [{ fault, scope }]);

  const switches = {
    /** Adds any fault in any scope. The first one that was switched on happens; slowness adds to others. */
    inject,
    /** Refuses with this class, such as `Internal`, `General`, `Lookup`, `Auth`. */
    refuse: (className: string, { error, ...scope }: FaultScope & { readonly error?: string } = {}) =>
      inject({ kind: 'refusal', className, ...(error !== undefined && { error }) }, scope),
    answerSlowly: (delayMs: number) => inject({ kind: 'slow', delayMs }),
    /** Ends every connection without a response, as without a network. */
    goOffline: () => inject({ kind: 'drop' }),
    /** Makes a share of all calls fail in the ways above, evenly, except for the classes `Auth` and `Lookup`. */
    failShare(share: number): SwitchBack {
      // One random number decides over a call: each way gets its part of what the ways before it have left.
      const back = SHARED_FAILURES.map((fault, index) => {
        const part = share / SHARED_FAILURES.length;
        return inject(fault, { share: part / (1 - index * part) });
      });
      return () => {
        for (const end of back) end();
      };
    },
    /** The named functions answer as if they did not exist. */
    removeFunctions: (...names: readonly string[]) => add(removed, names),
    /** The class of the refusal of an unknown function. */
    refuseUnknownFunctionsAs: (classOfUnknownFunction: string) => set({ classOfUnknownFunction }),
    /** Limits a page to so many rows, whatever is requested. */
    limitPages: (pageMaximum: number) => set({ pageMaximum }),
    /** Makes `listOrderIds` return at most this many of the latest ids, without mentioning the others. */
    limitIds: (idMaximum: number) => set({ idMaximum }),
    /** Changes each record of the function before it is sent without its empty fields; each id for `listOrderIds`. */
    alter: (functionName: string, change: (record: WireRecord) => unknown) =>
      add(alterations, [{ functionName, change }]),
    /** Adds these fields to new sessions, which are accepted only if all fields come back unchanged. */
    addToSessions: (sessionMembers: object) => set({ sessionMembers }),
    /** Omits these orders from lists, but not from `getOrder`. */
    hideOrders: (...ids: readonly number[]) => add(behaviour.hiddenOrders, ids),
    /** Limits a channel key to the orders of its own shop. */
    limitKeysToOwnShop: () => set({ limitsKeysToOwnShop: true }),
  };

  return {
    switches,
    behaviour,
    isOffered: (functionName: string) => !removed.has(bareName(functionName)),

    /** Draws the faults of this call: at most one besides slowness. */
    drawFaults(functionName: string, params: readonly unknown[]): readonly Fault[] {
      const drawn: Fault[] = [];
      for (const { fault, scope } of faults) {
        const isSecond = fault.kind !== 'slow' && drawn.some(({ kind }) => kind !== 'slow');
        if (isSecond || !isInScope(scope, functionName, params)) continue;
        if (scope.share === undefined || random.chance(scope.share)) drawn.push(fault);
      }
      return drawn;
    },

    /** Returns the response with its records changed by `alter`. */
    alteredResponse(functionName: string, response: unknown): unknown {
      const changes = [...alterations].filter((one) => one.functionName === bareName(functionName));
      const altered = (record: unknown) => changes.reduce((value, { change }) => change(value as WireRecord), record);
      if (Array.isArray(response)) return response.map(altered);
      const { data } = toMembers(response);
      return Array.isArray(data) ? { ...toMembers(response), data: data.map(altered) } : altered(response);
    },
  };
}

export type Behaviour = ReturnType<typeof createSwitchBoard>['behaviour'];

export function bareName(functionName: string): string {
  return functionName.slice(functionName.lastIndexOf(':') + 1);
}

function isInScope({ functions, ids }: FaultScope, functionName: string, params: readonly unknown[]): boolean {
  const isOfId = ids === undefined || (bareName(functionName) === 'getOrder' && ids.includes(Number(params[0])));
  return isOfId && (functions?.includes(bareName(functionName)) ?? true);
}
