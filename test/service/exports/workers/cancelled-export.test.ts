import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PartRequest, WrittenExport } from '../../../../electron/exports/write-export.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createPlainExporter } from '../../../support/plain-exporter.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { clock, jobTo, mortalExporter } from './mortal-exporter.ts';

describe('an export that is cancelled', { timeout: 30_000 }, () => {
  const CANCELLED = { name: 'ExportError', code: 'cancelled' };

  it.each(['before it begins', 'while it waits', 'while it is written'])('leaves no file: %s', async (moment) => {
    const folder = createTemporaryFolder();
    const exporter = mortalExporter('wait');
    const others = ['1.csv', '2.csv'].slice(moment === 'while it waits' ? 0 : 2);
    const busy = others.map((name) => exporter.run(jobTo(join(folder, name))).catch((error) => error));
    await expect.poll(() => readdirSync(folder).length).toBe(others.length);
    const controller = new AbortController();
    const { signal } = controller;
    if (moment === 'before it begins') controller.abort();

    const targetPath = join(folder, 'mine.csv');
    const run = exporter.run(jobTo(targetPath, { signal })).catch((error: unknown) => error);
    if (moment === 'while it is written') await expect.poll(() => readdirSync(folder).length).toBe(1);
    controller.abort();

    expect(await run).toMatchObject(CANCELLED);
    expect(readdirSync(folder).filter((name) => name.includes('mine'))).toEqual([]);
    await exporter.close();
    await Promise.all(busy);
  });

  it('keeps the old file if the new one was written but not yet moved', async () => {
    const folder = createTemporaryFolder();
    const targetPath = join(folder, 'list.csv');
    writeFileSync(targetPath, 'old');
    const controller = new AbortController();
    const write = async ({ part }: PartRequest) => {
      writeFileSync(part, 'new');
      controller.abort();
      return {} as WrittenExport;
    };
    const work = { write, compare: () => Promise.reject(new Error('nobody compares')), close: () => {} };
    const exporter = createPlainExporter({ platform: createStandInPlatform(), clock, work });

    const run = exporter.run(jobTo(targetPath, { signal: controller.signal }));

    await expect(run).rejects.toMatchObject(CANCELLED);
    expect(readFileSync(targetPath, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['list.csv']);
  });

  it('is ended with its worker after 2 s if the worker does not react; the next one gets another worker', async () => {
    const folder = createTemporaryFolder();
    const passing = createFixedClock('2026-11-01T12:00:00+01:00');
    const exporter = mortalExporter('loop', passing);
    const controller = new AbortController();
    const run = exporter.run(jobTo(join(folder, 'mine.csv'), { signal: controller.signal }));
    const ended = expect(run).rejects.toMatchObject(CANCELLED);
    await expect.poll(() => readdirSync(folder).length).toBe(1);

    controller.abort();
    passing.advance(2_000);

    await ended;
    expect(readdirSync(folder)).toEqual([]);
    const next = exporter.run(jobTo(join(folder, 'next.csv'))).catch(() => null);
    await expect.poll(() => readdirSync(folder)).toEqual([expect.stringContaining('next.csv')]);
    const closing = exporter.close();
    passing.advance(2_000);
    await closing;
    await next;
  });
});
