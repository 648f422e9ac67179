import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../support/certificates.ts';
import { createSecretSearch } from './harness/secret-search.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';
import { bundleVictim, runKillTrack } from './kill-loop/kill-track.ts';

const TRACKS = ['one', 'other'];
/** Per track. With fewer, a kill rarely falls between an answer and its commit. */
const KILLS = Number(process.env.TILLDESK_KILLS ?? 60);

const folder = createSuiteFolder();
const secrets = createSecretSearch();
const tracks = await runTracks();

async function runTracks() {
  const script = await bundleVictim(folder);
  const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1', '::1'] });
  const shared = { script, certificate, kills: KILLS, secrets };
  return Promise.all(TRACKS.map((seed) => runKillTrack({ ...shared, seed, folder: join(folder, seed) })));
}

const sumOf = (read: (track: (typeof tracks)[number]) => number) => tracks.map(read).reduce((sum, one) => sum + one);

describe('a program that is killed at random moments while it writes and delivers', () => {
  it.each([
    ['loses an acknowledged write', 'lost'],
    ['has a write that is missing in the feed', 'unfed'],
    ['has a damaged file', 'damage'],
    ['ends by itself', 'crashes'],
    ['logs a problem', 'logProblems'],
    ['leaves an event undelivered', 'undelivered'],
    ['sends what was never committed, or what the subscriber may not see', 'neverCommitted'],
    ['leaves a delivery pending or abandons it', 'unfinished'],
  ] as const)('never %s', (_, fault) => {
    expect(tracks.flatMap((track) => track[fault])).toEqual([]);
  });

  it('delivers everything once it is no longer killed', () => {
    for (const { isDrained, disabledWebhooks } of tracks)
      expect({ isDrained, disabledWebhooks }).toEqual({ isDrained: true, disabledWebhooks: 0 });
  });

  it('signs every message, and puts an event into only one message with one content', () => {
    for (const { forged, told } of tracks) {
      const { eventsInTwoMessages, changedMessages, changedEvents } = told;
      expect({ forged, eventsInTwoMessages, changedMessages, changedEvents }).toEqual({
        ...{ forged: 0, eventsInTwoMessages: 0, changedMessages: 0, changedEvents: 0 },
      });
    }
  });

  it('has totals and stock that equal its orders and products', () => {
    expect(sumOf(({ differences }) => differences)).toBe(0);
  });

  it('keeps the secrets of webhooks out of its files and its log', async () => {
    await secrets.searchFolder(folder);
    expect(secrets.found).toEqual([]);
  });

  it('was killed while it was working: it wrote, delivered and redelivered', () => {
    const kills = KILLS * TRACKS.length;
    expect(sumOf(({ acknowledged }) => acknowledged)).toBeGreaterThan(kills);
    expect(sumOf(({ messagesWhileKilling }) => messagesWhileKilling)).toBeGreaterThan(kills / 4);
    expect(sumOf(({ told }) => told.redelivered)).toBeGreaterThan(kills / 10);
  });
});
