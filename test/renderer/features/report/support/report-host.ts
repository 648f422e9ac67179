import type { WholeReport } from '../../../../../shared/contract/financial-report.ts';
import { createNumberedReport } from '../../../../support/numbered-report.ts';
import { type FakeHost, installFakeHost, listOf } from '../../support/fake-host.ts';
import { reportOf as answerOf } from './reports.ts';

export const REPORT = '/api/financial-report';
const LOCATIONS = [
  { id: 3, title: 'Utrecht' },
  { id: 5, title: 'Zwolle' },
];

const SHOPS = [
  { id: 14, title: 'Linde Utrecht, kassa 1', location_id: 3 },
  { id: 15, title: 'Linde Utrecht, kassa 2', location_id: 3 },
  { id: 17, title: 'linde.example', location_id: null },
];

/** Two locations, and the same figures for every period and place. */
export function installReportHost(): FakeHost {
  const host = installFakeHost();
  host.answer('/api/locations', () => listOf(LOCATIONS));
  host.answer('/api/shops', () => listOf(SHOPS));
  host.answer(REPORT, (query) => ({ body: reportOf(query) }));
  return host;
}

export function reportOf(query: URLSearchParams): WholeReport {
  return answerOf(query, createNumberedReport());
}
