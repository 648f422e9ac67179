import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { claimInstance, readInstance } from '../../../electron/startup/instance-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const SELF = { pid: 4242, startedAt: '2026-11-21T09:00:00.000Z', host: 'browser' } as const;

describe('claimInstance', () => {
  it('writes what a second start needs to know, for its owner alone', () => {
    const file = join(temporaryFolder(), 'instance.json');
    const claim = claimInstance(file, SELF);
    expect(readInstance(file)).toEqual({ ...SELF, apiPort: null, uiPort: null, nonce: claim?.nonce });
    expect(claim?.nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves the claim of another process as it is', () => {
    const file = join(temporaryFolder(), 'instance.json');
    claimInstance(file, SELF);
    const before = readFileSync(file, 'utf8');
    expect(claimInstance(file, { ...SELF, pid: 1 })).toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('follows no link that somebody has put in its place', () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'instance.json'));
    expect(claimInstance(join(folder, 'instance.json'), SELF)).toBeNull();
    expect(readdirSync(folder)).toEqual(['instance.json']);
  });

  it('publishes the ports under the same nonce and mode, and leaves no other file behind', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'instance.json');
    const claim = claimInstance(file, SELF);
    claim?.publish({ apiPort: 5000, uiPort: 5001 });
    expect(readInstance(file)).toEqual({ ...SELF, apiPort: 5000, uiPort: 5001, nonce: claim?.nonce });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['instance.json']);
  });

  it('shows until it is published that the start goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const file = join(temporaryFolder(), 'instance.json');
    const claim = claimInstance(file, SELF);
    const long = new Date('2026-01-01T00:00:00Z');
    utimesSync(file, long, long);
    vi.advanceTimersByTime(5_000);
    await waitFor(() => expect(statSync(file).mtime).not.toEqual(long));
    claim?.publish({ apiPort: 5000, uiPort: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is released by removing its file', () => {
    const folder = temporaryFolder();
    claimInstance(join(folder, 'instance.json'), SELF)?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not remove the file of a later process', () => {
    const file = join(temporaryFolder(), 'instance.json');
    const claim = claimInstance(file, SELF);
    const later = { ...SELF, apiPort: 1, uiPort: null, nonce: 'cd'.repeat(32) };
    writeFileSync(file, JSON.stringify(later));
    claim?.release();
    expect(readInstance(file)).toEqual(later);
  });
});

describe('readInstance', () => {
  it('knows no instance where there is no file', () => {
    expect(readInstance(join(temporaryFolder(), 'instance.json'))).toBeNull();
  });

  it.each(['', '{', '[]', '{"pid":1}', `{"pid":0,"nonce":"${'ab'.repeat(32)}"}`])('reads %j as damaged', (text) => {
    const file = join(temporaryFolder(), 'instance.json');
    writeFileSync(file, text);
    expect(readInstance(file)).toBe('damaged');
  });
});
