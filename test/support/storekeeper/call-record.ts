import { bareName } from './switches.ts';

type OnCall = (total: number, functionName: string) => void;

const WRITING = /^(new|update|set|sync|attach|detach|refund|delete|remove|create|add|save|cancel|pay)/i;

/** Records everything that the server received: `record` is for tests, the rest is for the server. */
export function createCallRecorder() {
  const byFunction: Record<string, number> = {};
  const answered: Record<string, number> = {};
  const undocumented: string[] = [];
  const userAgents = new Set<string | null>();
  const watchers = new Set<OnCall>();
  let total = 0;
  let writes = 0;
  let atOnce = 0;
  let heldCalls = 0;

  const record = {
    get total() {
      return total;
    },
    /** Calls by `Module::function`, or `invalid` if a request names none. */
    byFunction: byFunction as Readonly<Record<string, number>>,
    /** Calls that were answered completely and without a refusal, by `Module::function`. */
    answered: answered as Readonly<Record<string, number>>,
    /** The distinct user agents; `null` if a caller sent none. */
    userAgents: userAgents as ReadonlySet<string | null>,
    /** Number of calls of functions that write. All are refused. */
    get writes() {
      return writes;
    },
    /** Undocumented calls with their function, which are mistakes of the caller. */
    undocumented: undocumented as readonly string[],
    /** Calls in progress, without those whose response waits for the clock. */
    get inProgress() {
      return atOnce - heldCalls;
    },
    /**
     * Runs `onCall` at the start of each call until the returned function is called, for example to interrupt the
     * caller.
     */
    watch(onCall: OnCall): () => void {
      watchers.add(onCall);
      return () => void watchers.delete(onCall);
    },
  };

  return {
    record,
    /** Returns a function that ends the call. */
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
    /** Marks a call whose response waits for the clock. Returns a function that ends the wait. */
    hold(): () => void {
      heldCalls += 1;
      return () => {
        heldCalls -= 1;
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
