/** What the registry said of our packages. */
export type AuditVerdict =
  | { readonly kind: 'answered'; readonly severe: number; readonly others: number }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Reads what `npm audit --json` prints. Text that says neither is no answer, and never a good one. */
export function readAudit(text: string): AuditVerdict {
  const report = parseObject(text);
  const counts = member(member(report, 'metadata'), 'vulnerabilities');
  const [total, high, critical] = ['total', 'high', 'critical'].map((name) => member(counts, name));
  if (typeof total === 'number' && typeof high === 'number' && typeof critical === 'number') {
    return { kind: 'answered', severe: high + critical, others: total - high - critical };
  }
  const reason = member(report, 'message') ?? member(member(report, 'error'), 'summary');
  return { kind: 'unanswered', reason: typeof reason === 'string' ? reason : 'it said nothing' };
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
