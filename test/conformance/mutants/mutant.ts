import type { Caller } from '../../../electron/base/caller.ts';
import type { Page, Platform, ReportKind, Reports } from '../../../electron/platform/platform.ts';

/** A platform that is wrong in one way, and the area of facts that has to notice. */
export interface Mutant {
  readonly name: string;
  readonly area: string;
  /** The methods that are wrong; all others stay. */
  readonly wrong: (platform: Platform) => Partial<Platform>;
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

/** One kind of report with another answer. */
export function changedReport<Kind extends ReportKind>(
  platform: Platform,
  kind: Kind,
  change: (answer: Reports[Kind]['answer']) => Reports[Kind]['answer'],
): Pick<Platform, 'readReport'> {
  return {
    async readReport(caller, asked, query) {
      const answer = await platform.readReport(caller, asked, query);
      return asked === (kind as ReportKind) ? (change(answer as never) as typeof answer) : answer;
    },
  };
}
