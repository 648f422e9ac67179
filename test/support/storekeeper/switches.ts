import { randomStream } from '../../../electron/platform/demo/prng.ts';
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

/** How the functions answer; read at each call. */
export interface Behaviour {
  readonly limitsKeysToOwnShop: boolean;
  readonly refusesUnfilteredOrderIds: boolean;
  readonly furtherOrderIdFilters: readonly string[];
  readonly filterZone: string;
  readonly hiddenOrders: ReadonlySet<number>;
  readonly hiddenProductRows: ReadonlySet<number>;
  readonly pageMaximum: { readonly rows: number; readonly isRefused: boolean } | null;
  readonly listsOtherAmounts: boolean;
  readonly idMaximum: number | null;
  readonly sessionMembers: object;
}

/** Ends what a switch began. */
export type SwitchBack = () => void;

export interface Switches {
  /** Any fault in any scope. Of several the first that was switched on happens; slowness adds to others. */
  inject(fault: Fault, scope?: FaultScope): SwitchBack;
  /** Envelopes of this class, such as `Internal`, `General`, `Lookup`, `Auth`. */
  refuse(className: string, scope?: FaultScope & { readonly error?: string }): SwitchBack;
  answerSlowly(delayMs: number): SwitchBack;
  /** Every connection ends without an answer, as without a network. */
  goOffline(): SwitchBack;
  /** A share of all calls fails in one of the ways above, evenly, but for class `Auth` and `Lookup`. */
  failShare(share: number): SwitchBack;
  /** The functions are as unknown as any other that is not there; by the function's name. */
  removeFunctions(...names: readonly string[]): SwitchBack;
  /** `listShops` or `listOrders`. Rows of the latter may have another value than `getOrder` has. */
  offerFunction(name: 'listShops' | 'listOrders', options?: { readonly hasOtherAmounts?: boolean }): SwitchBack;
  /** The class of the refusal of an unknown function. */
  refuseUnknownFunctionsAs(className: string): void;
  /** A page has at most so many rows; more are not given, or refused. */
  limitPages(rows: number, options?: { readonly isRefused?: boolean }): SwitchBack;
  /** `listOrderIds` gives at most so many, the latest ones, and says nothing of the others. */
  limitIds(ids: number): SwitchBack;
  /** Sends each record of the function as the change makes it, without its empty members; of `listOrderIds` each id. */
  alter(functionName: string, change: (record: WireRecord) => unknown): SwitchBack;
  /** A session that begins has these members besides, and is taken only if they come back as they were. */
  addToSessions(members: object): SwitchBack;
  /** Lists leave these orders out; `getOrder` has them. */
  hideOrders(...ids: readonly number[]): SwitchBack;
  /** Pages leave these rows of products out, and totals count them. */
  hideProductRows(...rowIds: readonly number[]): SwitchBack;
  /** A channel key sees the orders of its own shop alone. */
  limitKeysToOwnShop(): SwitchBack;
  /** `listOrderIds` without any filter is refused. */
  refuseUnfilteredOrderIds(): SwitchBack;
  /** `listOrderIds` takes `date_updated__>=` as well. */
  takeFilterOnUpdates(): SwitchBack;
  /** The zone in which dates of filters are read: `UTC` at first. */
  readFilterDatesIn(zone: string): void;
}

interface Alteration {
  readonly functionName: string;
  readonly change: (record: WireRecord) => unknown;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly scope: FaultScope;
}

export interface SwitchBoard {
  readonly switches: Switches;
  readonly behaviour: Behaviour;
  isOffered(functionName: string): boolean;
  readonly classOfUnknownFunction: string;
  /** The faults of this call: at most one besides slowness. */
  drawFaults(functionName: string, params: readonly unknown[]): readonly Fault[];
  /** The response with what `alter` makes of its records. */
  alteredResponse(functionName: string, response: unknown): unknown;
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

export function createSwitchBoard(seed: number, unseenFunctions: readonly string[]): SwitchBoard {
  const random = randomStream(seed, 'faults');
  const faults = new Set<ActiveFault>();
  const removed = new Set<string>();
  const offered = new Set<string>();
  const alterations = new Set<Alteration>();
  const state = {
    limitsKeysToOwnShop: false,
    refusesUnfilteredOrderIds: false,
    furtherOrderIdFilters: [] as readonly string[],
    filterZone: 'UTC',
    hiddenOrders: new Set<number>(),
    hiddenProductRows: new Set<number>(),
    pageMaximum: null as Behaviour['pageMaximum'],
    listsOtherAmounts: false,
    idMaximum: null as number | null,
    sessionMembers: {},
  };
  let classOfUnknownFunction = 'General';

  const inject = (fault: Fault, scope: FaultScope = {}): SwitchBack => {
    const active = { fault, scope };
    faults.add(active);
    return () => void faults.delete(active);
  };
  const set = <Name extends keyof typeof state>(name: Name, value: (typeof state)[Name]): SwitchBack => {
    const before = state[name];
    state[name] = value;
    return () => {
      state[name] = before;
    };
  };
  const add = <Value>(to: Set<Value>, values: readonly Value[]): SwitchBack => {
    for (const value of values) to.add(value);
    return () => {
      for (const value of values) to.delete(value);
    };
  };

  const switches: Switches = {
    inject,
    refuse: (className, { error, ...scope } = {}) =>
      inject({ kind: 'refusal', className, ...(error !== undefined && { error }) }, scope),
    answerSlowly: (delayMs) => inject({ kind: 'slow', delayMs }),
    goOffline: () => inject({ kind: 'drop' }),
    failShare(share) {
      // One draw decides over a call: each way has its part of what the ways before it have left.
      const back = SHARED_FAILURES.map((fault, index) => {
        const part = share / SHARED_FAILURES.length;
        return inject(fault, { share: part / (1 - index * part) });
      });
      return () => {
        for (const end of back) end();
      };
    },
    removeFunctions: (...names) => add(removed, names),
    offerFunction(name, { hasOtherAmounts = false } = {}) {
      const undo = [add(offered, [name]), set('listsOtherAmounts', hasOtherAmounts)];
      return () => {
        for (const end of undo) end();
      };
    },
    refuseUnknownFunctionsAs(className) {
      classOfUnknownFunction = className;
    },
    limitPages: (rows, { isRefused = false } = {}) => set('pageMaximum', { rows, isRefused }),
    limitIds: (ids) => set('idMaximum', ids),
    alter: (functionName, change) => add(alterations, [{ functionName, change }]),
    addToSessions: (members) => set('sessionMembers', members),
    hideOrders: (...ids) => add(state.hiddenOrders, ids),
    hideProductRows: (...rowIds) => add(state.hiddenProductRows, rowIds),
    limitKeysToOwnShop: () => set('limitsKeysToOwnShop', true),
    refuseUnfilteredOrderIds: () => set('refusesUnfilteredOrderIds', true),
    takeFilterOnUpdates: () => set('furtherOrderIdFilters', ['date_updated__>=']),
    readFilterDatesIn: (zone) => void set('filterZone', zone),
  };

  return {
    switches,
    behaviour: state,
    isOffered(functionName) {
      const isUnseen = unseenFunctions.some((name) => bareName(name) === bareName(functionName));
      return !removed.has(bareName(functionName)) && (!isUnseen || offered.has(bareName(functionName)));
    },
    get classOfUnknownFunction() {
      return classOfUnknownFunction;
    },
    drawFaults(functionName, params) {
      const drawn: Fault[] = [];
      for (const active of faults) {
        const isSecond = active.fault.kind !== 'slow' && drawn.some(({ kind }) => kind !== 'slow');
        if (isSecond || !isInScope(active.scope, functionName, params)) continue;
        if (active.scope.share !== undefined && !random.chance(active.scope.share)) continue;
        drawn.push(active.fault);
      }
      return drawn;
    },
    alteredResponse(functionName, response) {
      const changes = [...alterations].filter((one) => one.functionName === bareName(functionName));
      const altered = (record: unknown) => changes.reduce((value, { change }) => change(value as WireRecord), record);
      if (Array.isArray(response)) return response.map(altered);
      const { data } = membersOf(response);
      return Array.isArray(data) ? { ...membersOf(response), data: data.map(altered) } : altered(response);
    },
  };
}

export function bareName(functionName: string): string {
  return functionName.slice(functionName.lastIndexOf(':') + 1);
}

function isInScope({ functions, ids }: FaultScope, functionName: string, params: readonly unknown[]): boolean {
  const isOfId = ids === undefined || (bareName(functionName) === 'getOrder' && ids.includes(Number(params[0])));
  return isOfId && (functions?.includes(bareName(functionName)) ?? true);
}
