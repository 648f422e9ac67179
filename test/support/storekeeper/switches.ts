import { createRandomStream } from '../../../electron/platform/demo/prng.ts';
import { membersOf, type WireRecord } from './odd-records.ts';

/** What becomes of a call instead of, or on top of, its answer. */
export type Fault =
  /** An envelope that says no, under HTTP 200. */
  | { readonly kind: 'refusal'; readonly className: string; readonly error?: string }
  | { readonly kind: 'html'; readonly status?: number }
  /** A status without an envelope, such as 503. */
  | { readonly kind: 'status'; readonly status: number }
  /** The body ends in its middle. */
  | { readonly kind: 'cut' }
  /** The connection ends without an answer. */
  | { readonly kind: 'drop' }
  /** The answer comes so much later, by the clock. */
  | { readonly kind: 'slow'; readonly delayMs: number };

export interface FaultScope {
  /** By the function's name; all where it is left out. */
  readonly functions?: readonly string[];
  /** Ids that `getOrder` is asked for; all where it is left out. */
  readonly ids?: readonly number[];
  /** From 0 to 1; all where it is left out. */
  readonly share?: number;
}

/** Ends what a switch began. */
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

/** How the server behaves besides what it answers: `switches` are for tests, and all else is for the server. */
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
    /** Any fault in any scope. Of several the first that was switched on happens; slowness adds to others. */
    inject,
    /** Envelopes of this class, such as `Internal`, `General`, `Lookup`, `Auth`. */
    refuse: (className: string, { error, ...scope }: FaultScope & { readonly error?: string } = {}) =>
      inject({ kind: 'refusal', className, ...(error !== undefined && { error }) }, scope),
    answerSlowly: (delayMs: number) => inject({ kind: 'slow', delayMs }),
    /** Every connection ends without an answer, as without a network. */
    goOffline: () => inject({ kind: 'drop' }),
    /** A share of all calls fails in one of the ways above, evenly, but for class `Auth` and `Lookup`. */
    failShare(share: number): SwitchBack {
      // One draw decides over a call: each way has its part of what the ways before it have left.
      const back = SHARED_FAILURES.map((fault, index) => {
        const part = share / SHARED_FAILURES.length;
        return inject(fault, { share: part / (1 - index * part) });
      });
      return () => {
        for (const end of back) end();
      };
    },
    /** The functions are as unknown as any other that is not there; by the function's name. */
    removeFunctions: (...names: readonly string[]) => add(removed, names),
    /** The class of the refusal of an unknown function. */
    refuseUnknownFunctionsAs: (classOfUnknownFunction: string) => set({ classOfUnknownFunction }),
    /** A page has at most so many rows; more are not given. */
    limitPages: (pageMaximum: number) => set({ pageMaximum }),
    /** `listOrderIds` gives at most so many, the latest ones, and says nothing of the others. */
    limitIds: (idMaximum: number) => set({ idMaximum }),
    /** Sends each record of the function as the change makes it, without its empty members; of `listOrderIds` each id. */
    alter: (functionName: string, change: (record: WireRecord) => unknown) =>
      add(alterations, [{ functionName, change }]),
    /** A session that begins has these members besides, and is taken only if they come back as they were. */
    addToSessions: (sessionMembers: object) => set({ sessionMembers }),
    /** Lists leave these orders out; `getOrder` has them. */
    hideOrders: (...ids: readonly number[]) => add(behaviour.hiddenOrders, ids),
    /** A channel key sees the orders of its own shop alone. */
    limitKeysToOwnShop: () => set({ limitsKeysToOwnShop: true }),
  };

  return {
    switches,
    behaviour,
    isOffered: (functionName: string) => !removed.has(bareName(functionName)),

    /** The faults of this call: at most one besides slowness. */
    drawFaults(functionName: string, params: readonly unknown[]): readonly Fault[] {
      const drawn: Fault[] = [];
      for (const { fault, scope } of faults) {
        const isSecond = fault.kind !== 'slow' && drawn.some(({ kind }) => kind !== 'slow');
        if (isSecond || !isInScope(scope, functionName, params)) continue;
        if (scope.share === undefined || random.chance(scope.share)) drawn.push(fault);
      }
      return drawn;
    },

    /** The response with what `alter` makes of its records. */
    alteredResponse(functionName: string, response: unknown): unknown {
      const changes = [...alterations].filter((one) => one.functionName === bareName(functionName));
      const altered = (record: unknown) => changes.reduce((value, { change }) => change(value as WireRecord), record);
      if (Array.isArray(response)) return response.map(altered);
      const { data } = membersOf(response);
      return Array.isArray(data) ? { ...membersOf(response), data: data.map(altered) } : altered(response);
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
