import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram, startServing } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const ATTACKER = 4242;
const TIMEOUT_MS = 60_000;
const isRoot = process.getuid?.() === 0;

async function folderWithShop(mode: number): Promise<string> {
  const folder = join(createTemporaryFolder(), 'data');
  mkdirSync(folder);
  await writeShop(folder);
  chmodSync(folder, mode);
  return folder;
}

describe.skipIf(process.platform === 'win32')('a data folder', { timeout: TIMEOUT_MS }, () => {
  // Only root can make a folder of another user.
  it.runIf(isRoot)('of another user is refused by every program and command', async () => {
    const folder = await folderWithShop(0o777);
    chownSync(folder, ATTACKER, ATTACKER);
    const commands = [
      ['serve', '--headless', '--port', '0'],
      ['accounts', 'list'],
      ['keys', 'list'],
      ['copies', 'list'],
      ['verify'],
      ['export', 'price-list'],
    ] as const;
    for (const [entry, ...words] of commands) {
      const { status, out, err } = await runProgram(entry, [...words, '--data-dir', folder]);
      expect([entry, status, out, err]).toEqual([
        entry,
        entry === 'serve' ? 2 : 1,
        '',
        `The data folder ${folder} belongs to another user (4242); choose another with --data-dir, such as a new folder in it.\n`,
      ]);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o777);
  });

  it('of this user that others could read is made private, as the first lines and the log say', async () => {
    const folder = await folderWithShop(0o777);
    const program = await startServing(['--port', '0', '--data-dir', folder]);
    onTestFinished(() => void program.child.kill('SIGKILL'));
    await program.stop();
    const sentence = `The mode of the data folder ${folder} was 0777 and is now 0700.`;
    expect(program.lines).toContain(`  Note     ${sentence}`);
    expect(readFileSync(join(folder, 'tilldesk.log'), 'utf8')).toContain(sentence);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
