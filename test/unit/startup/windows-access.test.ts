import { describe, expect, it } from 'vitest';
import { leaveFolderToUser, type RunProgram } from '../../../electron/startup/data-folder.ts';

const FOLDER = 'C:\\Users\\Anna & Bob\\AppData\\Local\\Tilldesk';
const REFUSED = { acceptsShared: false };
const SID = 'S-1-5-21-1004336348-1177238915-682003330-512';
const LINE = `"winkel\\anna, de ""baas""","${SID}"\r\n`;

describe('the access list of a data folder on Windows', () => {
  it('leaves the folder and what is in it to the user, the system and administrators, by number', () => {
    const calls: string[][] = [];
    const run: RunProgram = (program, args) => {
      calls.push([program, ...args]);
      return program.endsWith('whoami.exe') ? LINE : '';
    };
    expect(leaveFolderToUser(FOLDER, REFUSED, { systemRoot: 'C:\\Windows', run })).toEqual([]);
    const icacls = 'C:\\Windows\\System32\\icacls.exe';
    const grants = [SID, 'S-1-5-18', 'S-1-5-32-544'].flatMap((sid) => ['/grant:r', `*${sid}:(OI)(CI)F`]);
    expect(calls).toEqual([
      ['C:\\Windows\\System32\\whoami.exe', '/user', '/fo', 'csv', '/nh'],
      [icacls, FOLDER, '/inheritance:r', ...grants, '/q'],
      [icacls, FOLDER, '/remove:g', '*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545', '*S-1-5-32-546', '/q'],
    ]);
  });

  it('is a reason not to start where it cannot be set, unless a shared folder is accepted', () => {
    const run: RunProgram = (program) => {
      if (program.endsWith('whoami.exe')) return LINE;
      throw new Error('icacls.exe ended with 5');
    };
    const programs = { systemRoot: 'C:\\Windows', run };
    expect(() => leaveFolderToUser(FOLDER, REFUSED, programs)).toThrow(
      `The access list of the data folder ${FOLDER} cannot be set (icacls.exe ended with 5); choose another with --data-dir, or add`,
    );
    expect(leaveFolderToUser(FOLDER, { acceptsShared: true }, programs)).toHaveLength(1);
  });

  it.each(['', 'anna', '"anna","S-1-5-21 & calc"'])('is given to nobody that whoami does not name: %j', (line) => {
    const run: RunProgram = (program) => {
      if (program.endsWith('whoami.exe')) return line;
      throw new Error('it was run');
    };
    expect(() => leaveFolderToUser(FOLDER, REFUSED, { systemRoot: 'C:\\Windows', run })).toThrow(
      'whoami names no user',
    );
  });

  it.each([undefined, '', 'Windows', '..\\evil'])('is set by no program of a folder "%s"', (systemRoot) => {
    const run: RunProgram = () => LINE;
    expect(() => leaveFolderToUser(FOLDER, REFUSED, { systemRoot, run })).toThrow('SystemRoot');
  });
});
