import { type CheckName, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { reportById } from '../../support/report-by-id.ts';
import type { ReportFigures } from '../../support/report-oracle.ts';
import { type Question, queryOf } from '../questions/question.ts';
import { PEOPLE } from '../service/people.ts';
import { type Reader, signInReader } from '../service/sign-in-reader.ts';

/** The financial reports of every account, as somebody who sees all of it. */
export interface Reports {
  ask(
    accountId: number,
    question: Question,
  ): Promise<{ readonly figures: ReportFigures; readonly failed: readonly CheckName[] }>;
}

export async function openReports(port: number): Promise<Reports> {
  const readers = new Map<number, Reader>();
  for (const { accountId, isLocked, credentials } of PEOPLE) {
    if (!isLocked && !readers.has(accountId)) readers.set(accountId, await signInReader(port, credentials));
  }
  return {
    async ask(accountId, question) {
      const reader = readers.get(accountId);
      if (!reader) throw new Error(`nobody sees all of account ${accountId}`);
      const report = await reader.read(readFinancialReport, queryOf(question));
      const failed = report.checks.filter(({ holds }) => !holds).map(({ name }) => name);
      return { figures: reportById(report), failed };
    },
  };
}
