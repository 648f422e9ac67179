import type { Caller } from '../../../electron/base/caller.ts';
import type { Page, Platform, ReportKind, Reports } from '../../../electron/platform/platform.ts';

/** A platform that is wrong in one way, and the area of facts that has to notice. */
export interface Mutant {
  readonly name: string;
  readonly area: string;
  /** The methods that are wrong; all others stay. */
  readonly wrong: (platform: Platform) => Partial<Platform>;
}

export function mutant(area: string, name: string, wrong: Mutant['wrong']): Mutant {
  return { name, area, wrong };
}

type Call = (caller: Caller, ...asked: never[]) => Promise<unknown>;

/** Replaces one method by another that is made of it. */
function methodMutant<Method extends keyof Platform>(
  area: string,
  name: string,
  method: Method,
  wrong: (right: Platform[Method]) => Call,
): Mutant {
  return mutant(area, name, (platform) => ({ [method]: wrong(platform[method]) }));
}

/** Calls a method as another caller. */
export function callerMutant(
  area: string,
  name: string,
  method: Exclude<keyof Platform, 'signIn' | 'identify'>,
  change: (caller: Caller) => Caller,
): Mutant {
  return methodMutant(
    area,
    name,
    method,
    (right) =>
      (caller, ...asked) =>
        (right as Call)(change(caller), ...asked),
  );
}

/** Looks a record up in the other account where the own account has none. */
export function foreignRecordMutant(
  area: string,
  name: string,
  method: 'findProduct' | 'findOrder' | 'findCustomer',
): Mutant {
  return methodMutant(
    area,
    name,
    method,
    (right) => async (caller, id) => (await right(caller, id)) ?? right(ofOtherAccount(caller), id),
  );
}

type ListMethod =
  | 'searchProducts'
  | 'listProductPrices'
  | 'listStock'
  | 'listCustomers'
  | 'listOrders'
  | 'listOrderPayments';
type QueryOf<Method extends ListMethod> = Parameters<Platform[Method]>[1];
type RowsOf<Method extends ListMethod> = Awaited<ReturnType<Platform[Method]>>['rows'];
type ListCall<Method extends ListMethod> = (
  caller: Caller,
  query: QueryOf<Method>,
) => Promise<Page<unknown> & { rows: RowsOf<Method> }>;

/** Reads a list with another query. */
export function queryMutant<Method extends ListMethod>(
  area: string,
  name: string,
  method: Method,
  change: (query: QueryOf<Method>) => QueryOf<Method>,
): Mutant {
  return methodMutant(area, name, method, (right) => (caller: Caller, query: QueryOf<Method>) => {
    return (right as ListCall<Method>)(caller, change(query));
  });
}

/** Answers other rows of a list. */
export function rowsMutant<Method extends ListMethod>(
  area: string,
  name: string,
  method: Method,
  change: (rows: RowsOf<Method>, query: QueryOf<Method>) => RowsOf<Method>,
): Mutant {
  return methodMutant(area, name, method, (right) => async (caller: Caller, query: QueryOf<Method>) => {
    const answer = await (right as ListCall<Method>)(caller, query);
    return withRows(answer, (rows) => change(rows, query));
  });
}

/** Adds the rows of the other account to a list. */
export function foreignRowsMutant<Method extends ListMethod>(area: string, name: string, method: Method): Mutant {
  return methodMutant(area, name, method, (right) => async (caller: Caller, query: QueryOf<Method>) => {
    const list = right as ListCall<Method>;
    const { rows } = await list(ofOtherAccount(caller), query);
    return withRows(await list(caller, query), (own) => [...own, ...rows] as typeof own);
  });
}

/** Answers another report of one kind. */
export function reportMutant<Kind extends ReportKind>(
  area: string,
  name: string,
  kind: Kind,
  change: (answer: Reports[Kind]['answer']) => Reports[Kind]['answer'],
): Mutant {
  return mutant(area, name, ({ readReport }) => ({
    async readReport(caller, asked, query) {
      const answer = await readReport(caller, asked, query);
      return asked === (kind as ReportKind) ? (change(answer as never) as typeof answer) : answer;
    },
  }));
}

/** Reads one kind of report as another caller. */
export function reportCallerMutant(
  area: string,
  name: string,
  kind: ReportKind,
  change: (caller: Caller) => Caller,
): Mutant {
  return mutant(area, name, ({ readReport }) => ({
    readReport: (caller, asked, query) => readReport(asked === kind ? change(caller) : caller, asked, query),
  }));
}

export function unlocked(caller: Caller): Caller {
  return { ...caller, lockedLocation: null };
}

/** The same user, as if they belonged to the other account of the known shop. */
export function ofOtherAccount(caller: Caller): Caller {
  return { ...caller, accountId: 3 - caller.accountId, lockedLocation: null };
}

/** A page with other rows; as many are taken off the total as off the page. */
export function withRows<Answer extends Page<unknown>>(
  answer: Answer,
  change: (rows: Answer['rows']) => Answer['rows'],
): Answer {
  const rows = change(answer.rows);
  return { ...answer, total: answer.total - answer.rows.length + rows.length, rows };
}

export function cachesLists(p: Platform): Partial<Platform> {
  const cached = new Map<string, readonly unknown[]>();
  return {
    async listReference(caller, kind) {
      const key = `${kind} ${caller.userId}`;
      const list = cached.get(key) ?? (await p.listReference(caller, kind));
      cached.set(key, list);
      return list as Awaited<ReturnType<typeof p.listReference<typeof kind>>>;
    },
  };
}

export function sharesTheCaller(p: Platform): Partial<Platform> {
  let current: Caller | null = null;
  return {
    async listOrders(caller, query) {
      current = caller;
      await null;
      return p.listOrders(current, query);
    },
  };
}
