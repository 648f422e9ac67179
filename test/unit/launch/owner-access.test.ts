import { describe, expect, it } from 'vitest';
import { ownerAccessCommand } from '../../../electron/launch/owner-access.ts';

const FILE = 'C:\\Users\\Anna & Bob\\AppData\\Local\\tilldesk\\instance.json';

describe('ownerAccessCommand', () => {
  it('takes the rights of the folder away and gives them to owner and administrators, by number', () => {
    expect(ownerAccessCommand(FILE, { platform: 'win32', systemRoot: 'C:\\Windows' })).toEqual({
      program: 'C:\\Windows\\System32\\icacls.exe',
      args: [FILE, '/inheritance:r', '/grant:r', '*S-1-3-4:F', '/grant:r', '*S-1-5-32-544:F', '/q'],
    });
  });

  it.each([undefined, '', 'Windows', '..\\evil'])('runs no program of a folder "%s"', (systemRoot) => {
    expect(() => ownerAccessCommand(FILE, { platform: 'win32', systemRoot })).toThrow('SystemRoot');
  });

  it('has nothing to do where the mode of a file counts', () => {
    expect(ownerAccessCommand('/x', { platform: 'linux', systemRoot: undefined })).toBeNull();
  });
});
