import { bareName } from './switches.ts';

/** Everything that came to the server since it started. */
export interface CallRecord {
  readonly total: number;
  /** By `Module::function`, or `invalid` where a request names none. */
  readonly byFunction: Readonly<Record<string, number>>;
  /** Calls that were answered as asked, whole and without a refusal; by `Module::function`. */
  readonly answered: Readonly<Record<string, number>>;
  /** The distinct ones that callers named themselves by; null where one named none. */
  readonly userAgents: ReadonlySet<string | null>;
  /** Calls of functions that have effects there. All are refused. */
  readonly writes: number;
  /** What was asked that is not documented, each with its function: defects of the caller. */
  readonly undocumented: readonly string[];
  /** Calls that are being answered now; not those whose answer waits for the clock. */
  readonly underWay: number;
  /** Calls `onCall` at the start of each call, until the returned function is called: to break a caller off at one. */
  watch(onCall: (total: number, functionName: string) => void): () => void;
}

export interface CallRecorder {
  readonly record: CallRecord;
  /** Returns what ends the call. */
  begin(functionName: string, userAgent: string | null): () => void;
  /** The answer of a call waits for the clock. Returns what ends that. */
  hold(): () => void;
  noteAnswer(functionName: string): void;
  noteUndocumented(functionName: string, message: string): void;
}

const WRITING = /^(new|update|set|sync|attach|detach|refund|delete|remove|create|add|save|cancel|pay)/i;

export function createCallRecorder(): CallRecorder {
  const byFunction: Record<string, number> = {};
  const answered: Record<string, number> = {};
  let total = 0;
  const undocumented: string[] = [];
  let writes = 0;
  let atOnce = 0;
  let held = 0;
  const userAgents = new Set<string | null>();
  const watchers = new Set<(total: number, functionName: string) => void>();

  return {
    record: {
      userAgents,
      answered,
      get total() {
        return total;
      },
      byFunction,
      get writes() {
        return writes;
      },
      undocumented,
      get underWay() {
        return atOnce - held;
      },
      watch(onCall) {
        watchers.add(onCall);
        return () => void watchers.delete(onCall);
      },
    },
    begin(functionName, userAgent) {
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
    hold() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    noteAnswer(functionName) {
      answered[functionName] = (answered[functionName] ?? 0) + 1;
    },
    noteUndocumented(functionName, message) {
      undocumented.push(`${functionName}: ${message}`);
    },
  };
}
