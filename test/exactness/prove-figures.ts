import type { Kysely } from 'kysely';
import { createRandomStream, type Random } from '../../electron/platform/demo/prng.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { addDays, type CalendarDate, countDaysBetween } from '../../shared/calendar.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import {
  askReport,
  PEOPLE,
  type Person,
  type Question,
  type Range,
  readLists,
  signInReader,
  type Tally,
} from './asked-reports.ts';
import { proveByFeed } from './feed/prove-by-feed.ts';
import { proveFeed } from './feed/prove-feed.ts';
import { type Feed, readFeed } from './feed/read-feed.ts';

export interface FiguresProof {
  readonly port: number;
  /** The store of the service, on a separate connection. */
  readonly db: Kysely<StoreSchema>;
  /** The days with orders. */
  readonly range: Range;
  /** Random questions per person, besides the fixed ones. */
  readonly rounds: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly log: (line: string) => void;
}

/**
 * Reads the reports of every user over HTTP and computes every figure from the user's feed. The sums of each feed are
 * those of the stored rows.
 */
export async function proveFigures(proof: FiguresProof): Promise<void> {
  for (const person of PEOPLE) await proveFiguresOf(person, proof);
}

async function proveFiguresOf(person: Person, proof: FiguresProof): Promise<void> {
  const { port, db, tally, seed, log } = proof;
  const who = person.credentials.email;
  const reader = await signInReader(port, person.credentials);
  const feedStartedAt = performance.now();
  const feed: Feed = await readFeed(reader, proof.range);
  const locationId = (await reader.read(readMe)).locked_location?.id ?? null;
  await proveFeed(who, feed, { db, accountId: person.accountId, locationId }, tally);
  log(`${who}: ${feed.orders} orders of the feed: ${secondsSince(feedStartedAt)}`);

  const startedAt = performance.now();
  const before = tally.comparisons;
  const lists = await readLists(reader);
  const locations = (await reader.read(listLocations)).data.map(({ id }) => id);
  const shops = lists.shops.map(({ id }) => id);
  const questions = drawQuestions({ range: proof.range, locations, shops }, proof.rounds, seed, who);
  for (const question of questions) {
    const asked = await askReport(who, reader, lists, question, tally);
    await proveByFeed({ reader, feed, seed, tally }, asked);
  }
  const compared = `${tally.comparisons - before} figures compared, ${tally.differences.length} differences so far`;
  log(`${who}: ${questions.length} questions, ${compared}: ${secondsSince(startedAt)}`);
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

export interface QuestionSpace {
  /** The days with orders. */
  readonly range: Range;
  /** Locations that may be named. */
  readonly locations: readonly number[];
  /** Shops that may be named. */
  readonly shops: readonly number[];
}

const SPRING = '03-29';

const EDGE_DAYS = 20;

/** Random ranges that are also asked for one shop. */
const SHOP_QUESTIONS = 20;

/** The fixed questions, and then `count` questions that depend on the seed and the name. */
function drawQuestions(space: QuestionSpace, count: number, seed: number, name: string): Question[] {
  const random = createRandomStream(seed, name);
  const drawn = Array.from({ length: count }, () => drawRange(random, space.range));
  return [
    ...alwaysAsked(space.range).map((range) => ({ ...range, locationId: null })),
    ...drawn.map((range) => ({ ...range, locationId: random.pick([null, ...space.locations]) })),
    ...drawn
      .slice(0, SHOP_QUESTIONS)
      .map((range) => ({ ...range, locationId: null, shopId: random.pick(space.shops) })),
  ];
}

/** Everything, its edges, and where months, years and hours change. */
function alwaysAsked({ from, to }: Range): Range[] {
  const year = to.slice(0, 4);
  const before = String(Number(year) - 1);
  return [
    { from, to },
    { from: addDays(from, 1), to: addDays(to, -1) },
    { from: addDays(from, -3), to: from },
    { from: to, to: addDays(to, 3) },
    { from: `${before}-12-31`, to: `${year}-01-01` },
    { from: `${year}-${SPRING}`, to: `${year}-${SPRING}` },
    { from: `${year}-10-25`, to: `${year}-10-25` },
    { from: `${before}-03-30`, to: `${before}-03-30` },
    { from: `${before}-10-26`, to: `${before}-10-26` },
    { from: `${year}-10-24`, to: `${year}-10-26` },
    { from: '2020-01-01', to: '2020-01-01' },
  ];
}

function drawRange(random: Random, whole: Range): Range {
  const day = () => addDays(whole.from, random.drawInteger(0, countDaysBetween(whole.from, whole.to)));
  const from = random.chance(0.3) ? monthEdge(random, day()) : day();
  const lengths = [1, 3, 31, 62, countDaysBetween(whole.from, whole.to)];
  const to = addDays(from, random.drawInteger(0, random.pick(lengths) - 1));
  const end = random.chance(0.3) ? monthEdge(random, to) : to;
  return { from, to: end < from ? from : end };
}

/** The first or the last day of a month, or a day next to it. */
function monthEdge(random: Random, date: CalendarDate): CalendarDate {
  const first = `${addDays(date, random.drawInteger(0, EDGE_DAYS)).slice(0, 7)}-01`;
  return addDays(first, random.drawInteger(-2, 1));
}
