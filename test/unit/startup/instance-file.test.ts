import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type InstanceRecord,
  publishInstance,
  readInstance,
  removeInstance,
} from '../../../electron/startup/instance-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RECORD: InstanceRecord = {
  ...{ pid: 4242, startedAt: '2026-11-21T09:00:00.000Z', host: 'browser' },
  ...{ apiPort: 5000, uiPort: 5001, nonce: 'ab'.repeat(32) },
};

describe('the discovery file', () => {
  it('is readable by its owner only, can be replaced, and is removed', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'instance.json');
    publishInstance(file, RECORD);
    publishInstance(file, { ...RECORD, uiPort: null });
    expect(readInstance(file)).toEqual({ ...RECORD, uiPort: null });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['instance.json']);
    removeInstance(file);
    expect(readInstance(file)).toBeNull();
  });

  it.each(['', '{', '[]', '{"pid":1}', JSON.stringify({ ...RECORD, pid: 0 })])('returns no program for %j', (text) => {
    const file = join(temporaryFolder(), 'instance.json');
    writeFileSync(file, text);
    expect(readInstance(file)).toBeNull();
  });
});
