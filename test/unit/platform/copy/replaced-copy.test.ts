import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoredCopy } from '../../../../electron/platform/copy/stored-copy.ts';
import type { CopiedRecords, CopyReading, CopySource } from '../../../../electron/platform/copy-source.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { openCatalogCopy } from '../../../../electron/store/copies/catalog-copy-store.ts';
import { COPY_READER, readFact, writeFacts } from '../../../../electron/store/copies/copy-store.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

/** A catalog of one text that is read in two steps. After `lose` no reading can continue. */
function createSource() {
  const state = { text: 'first', position: 0, breaksOff: false };

  async function open(...[file, clock]: Parameters<CopySource['open']>): Promise<CopiedRecords> {
    const { db, close } = await openCatalogCopy(file, clock);
    const isComplete = async () => (await readFact(db, 'text')) !== undefined;

    async function continueReading({ assertCanContinue, markComplete }: CopyReading): Promise<void> {
      const { position } = state;
      const stored = Number((await readFact(db, 'position')) ?? position);
      if (stored !== position) throw new PlatformError('position_lost', 'It cannot continue.');
      assertCanContinue();
      await writeFacts(db, { position: String(position) });
      if (state.breaksOff) throw new PlatformError('timeout', 'Not in time.');
      await writeFacts(db, { text: state.text });
      await markComplete();
    }

    return {
      answers: { listReference: async () => [await readFact(db, 'text')] as never },
      getReadAt: async () => 0,
      ...{ continueReading, isComplete, close },
      markAllDue: async () => undefined,
      getStatus: async () => ({ streams: [], coverage: null, check: null, notes: [], unknown: [] }),
    };
  }

  return { state, open };
}

async function openReplaced() {
  const source = createSource();
  const file = join(createTemporaryFolder(), 'copy.sqlite');
  const start = async () => {
    const copy = await openStoredCopy({ file, clock: createFixedClock(0), source });
    onTestFinished(copy.close);
    const text = async () => {
      const found = await copy.answer('listReference', async ({ listReference }) =>
        listReference?.(COPY_READER, 'shops'),
      );
      return found?.answer?.[0] ?? null;
    };
    return { copy, text };
  };
  const first = await start();
  await first.copy.continueReading(COPY_READER);
  const lose = (text: string) => Object.assign(source.state, { text, position: source.state.position + 1 });
  return { ...first, state: source.state, file, start, lose, files: () => readdirSync(join(file, '..')).sort() };
}

describe('a copy that has to be read from the beginning', () => {
  it('answers as before until its draft is complete and replaces it', async () => {
    const { copy, text, state, lose, files } = await openReplaced();
    lose('second');
    state.breaksOff = true;

    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'timeout' });
    expect(await text()).toBe('first');
    state.breaksOff = false;
    await copy.continueReading(COPY_READER);

    expect(await text()).toBe('second');
    await copy.close();
    expect(files()).toEqual(['copy.sqlite']);
  });

  it('starts a new draft after a restart', async () => {
    const { copy, state, lose, start, files } = await openReplaced();
    lose('second');
    state.breaksOff = true;
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'timeout' });
    await copy.close();

    const restarted = await start();
    expect(await restarted.text()).toBe('first');
    expect(files().filter((file) => file.includes('draft'))).toEqual([]);
    state.breaksOff = false;
    await restarted.copy.continueReading(COPY_READER);
    expect(await restarted.text()).toBe('second');
  });

  it('starts again if the draft loses its position as well', async () => {
    const { copy, text, state, lose } = await openReplaced();
    lose('second');
    state.breaksOff = true;
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'timeout' });
    lose('third');
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'position_lost' });
    state.breaksOff = false;
    await copy.continueReading(COPY_READER);

    expect(await text()).toBe('third');
  });

  it('is the draft if the program was killed between removing the old copy and renaming the draft', async () => {
    const { copy, file, start } = await openReplaced();
    await copy.close();
    renameSync(file, `${file}.draft`);

    const restarted = await start();
    expect(await restarted.text()).toBe('first');
    expect(existsSync(`${file}.draft`)).toBe(false);
  });

  it('answers nothing before it is complete, and starts again if it cannot continue', async () => {
    const source = createSource();
    source.state.breaksOff = true;
    const file = join(createTemporaryFolder(), 'copy.sqlite');
    const copy = await openStoredCopy({ file, clock: createFixedClock(0), source });
    onTestFinished(copy.close);
    const ask = () => copy.answer('listReference', async () => 'an answer');
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'timeout' });
    expect(await ask()).toBeNull();
    source.state.position += 1;
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'position_lost' });
    source.state.breaksOff = false;
    await copy.continueReading(COPY_READER);

    expect(await ask()).toEqual({ answer: 'an answer', readAt: 0 });
  });
});
