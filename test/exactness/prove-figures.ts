import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { queryReport } from '../support/report-sql.ts';
import { proveByFeed } from './feed/prove-by-feed.ts';
import { type Feed, readFeed } from './feed/read-feed.ts';
import { askReport, readLists } from './questions/ask-report.ts';
import { drawQuestions } from './questions/draw-questions.ts';
import type { Range } from './questions/question.ts';
import { PEOPLE, type Person } from './service/people.ts';
import { signInReader } from './service/sign-in-reader.ts';
import { gatherDayLines, sumDayLines } from './sql/day-lines.ts';
import type { Tally } from './tally.ts';

export interface FiguresProof {
  readonly port: number;
  /** The store that the service answers from, on a connection of its own. */
  readonly db: Kysely<StoreSchema>;
  /** The days in which there are orders. */
  readonly range: Range;
  /** Questions a person, besides those that are always asked. */
  readonly rounds: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly tell: (line: string) => void;
}

/** Asks everybody's reports over HTTP and comes to every figure in two other ways: his own feed, and SQL. */
export async function proveFigures(proof: FiguresProof): Promise<void> {
  const startedAt = performance.now();
  await sumDayLines(proof.db);
  proof.tell(`sums of every day by SQL: ${secondsSince(startedAt)}`);
  for (const person of PEOPLE) await proveFiguresOf(person, proof);
}

async function proveFiguresOf(person: Person, proof: FiguresProof): Promise<void> {
  const { port, tally, seed, tell } = proof;
  const who = person.credentials.email;
  const reader = await signInReader(port, person.credentials);
  const feedStartedAt = performance.now();
  const feed: Feed = await readFeed(reader, proof.range);
  tell(`${who}: ${feed.orders} orders of the feed: ${secondsSince(feedStartedAt)}`);

  const startedAt = performance.now();
  const before = tally.comparisons;
  const lists = await readLists(reader);
  const locked = (await reader.read(readMe)).locked_location?.id ?? null;
  const locations = (await reader.read(listLocations)).data.map(({ id }) => id);
  const questions = drawQuestions({ range: proof.range, locations }, proof.rounds, seed, who);
  for (const question of questions) {
    const asked = await askReport(who, reader, lists, question, tally);
    const place = { ...question, accountId: person.accountId, locationId: question.locationId ?? locked };
    tally.compare(`${asked.what} by SQL`, asked.figures, await queryReport(proof.db, place, gatherDayLines));
    await proveByFeed({ reader, feed, seed, tally }, asked);
  }
  const compared = `${tally.comparisons - before} figures compared, ${tally.differences.length} differences so far`;
  tell(`${who}: ${questions.length} questions, ${compared}: ${secondsSince(startedAt)}`);
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}
