import { bareName } from './switches.ts';

type OnCall = (total: number, functionName: string) => void;

const WRITING = /^(new|update|set|sync|attach|detach|refund|delete|remove|create|add|save|cancel|pay)/i;

/** Everything that came to the server since it started: `record` is for tests, and all else is for the server. */
export function createCallRecorder() {
  const byFunction: Record<string, number> = {};
  const answered: Record<string, number> = {};
  const undocumented: string[] = [];
  const userAgents = new Set<string | null>();
  const watchers = new Set<OnCall>();
  let total = 0;
  let writes = 0;
  let atOnce = 0;
  let held = 0;

  const record = {
    get total() {
      return total;
    },
    /** By `Module::function`, or `invalid` where a request names none. */
    byFunction: byFunction as Readonly<Record<string, number>>,
    /** Calls that were answered as asked, whole and without a refusal; by `Module::function`. */
    answered: answered as Readonly<Record<string, number>>,
    /** The distinct ones that callers named themselves by; null where one named none. */
    userAgents: userAgents as ReadonlySet<string | null>,
    /** Calls of functions that have effects there. All are refused. */
    get writes() {
      return writes;
    },
    /** What was asked that is not documented, each with its function: defects of the caller. */
    undocumented: undocumented as readonly string[],
    /** Calls that are being answered now; not those whose answer waits for the clock. */
    get underWay() {
      return atOnce - held;
    },
    /** Calls `onCall` at the start of each call, until the returned function is called: to break a caller off at one. */
    watch(onCall: OnCall): () => void {
      watchers.add(onCall);
      return () => void watchers.delete(onCall);
    },
  };

  return {
    record,
    /** Returns what ends the call. */
    begin(functionName: string, userAgent: string | null): () => void {
      userAgents.add(userAgent);
      total += 1;
      byFunction[functionName] = (byFunction[functionName] ?? 0) + 1;
      if (WRITING.test(bareName(functionName))) writes += 1;
      atOnce += 1;
      for (const onCall of watchers) onCall(total, functionName);
      return () => {
        atOnce -= 1;
      };
    },
    /** The answer of a call waits for the clock. Returns what ends that. */
    hold(): () => void {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    noteAnswer(functionName: string): void {
      answered[functionName] = (answered[functionName] ?? 0) + 1;
    },
    noteUndocumented(functionName: string, message: string): void {
      undocumented.push(`${functionName}: ${message}`);
    },
  };
}
