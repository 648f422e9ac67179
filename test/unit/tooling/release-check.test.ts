import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { electronTrouble, lockfileTroubles, readAudit } from '../../../scripts/releasing/release-checks.ts';

const readProject = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

describe('electronTrouble', () => {
  it('has nothing against the Electron of this project on the day it was chosen', () => {
    const { electron } = readProject('package.json').devDependencies;
    expect(electronTrouble(electron, new Date('2026-11-21'))).toBeNull();
  });

  it.each([
    ['45.4.1', '2027-04-06', null],
    ['45.4.1', '2027-04-07', 'The support of Electron 45 ended by 2027-04-07.'],
    ['42.9.9', '2026-11-21', 'Electron 42.9.9 is none of the supported 45, 44, 43.'],
    ['46.0.0', '2027-01-01', 'Electron 46.0.0 is none of the supported 45, 44, 43.'],
  ])('says of %s on %s: %s', (version, day, trouble) => {
    expect(electronTrouble(version, new Date(day))).toBe(trouble);
  });
});

describe('lockfileTroubles', () => {
  const manifest = { dependencies: { a: '1.0.0' } };
  const locked = {
    version: '1.0.0',
    resolved: 'https://packages.example/a.tgz',
    integrity: `sha512-${'A'.repeat(86)}==`,
  };
  const troublesWith = (changes: object) =>
    lockfileTroubles(manifest, {
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { ...locked, ...changes } },
    });

  it('finds none in this project', () => {
    expect(lockfileTroubles(readProject('package.json'), readProject('package-lock.json'))).toEqual([]);
    expect(troublesWith({})).toEqual([]);
  });

  it.each([
    [{ version: '1.0.1' }],
    [{ integrity: undefined }],
    [{ integrity: 'sha1-AAAA' }],
    [{ resolved: 'git+ssh://packages.example/a' }],
    [{ resolved: 'http://packages.example/a.tgz' }],
    [{ link: true }],
  ])('finds a package with %j', (changes) => {
    expect(troublesWith(changes)).toHaveLength(1);
  });

  it('finds a package that is not locked at all, and another kind of lock file', () => {
    expect(lockfileTroubles(manifest, { lockfileVersion: 2, packages: {} })).toHaveLength(2);
  });
});

describe('readAudit', () => {
  it('counts what the registry knows', () => {
    const vulnerabilities = { info: 0, low: 1, moderate: 2, high: 3, critical: 1, total: 7 };
    const text = JSON.stringify({ auditReportVersion: 2, metadata: { vulnerabilities } });
    expect(readAudit(text)).toEqual({ kind: 'answered', severe: 4, others: 3 });
  });

  it.each([
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    ['{"error":{"code":"ENOTFOUND","summary":"no such host"}}', 'no such host'],
    ['{"metadata":{"vulnerabilities":{}}}', 'it said nothing'],
    ['<html>', 'it said nothing'],
    ['', 'it said nothing'],
  ])('takes %s for no answer', (text, reason) => {
    expect(readAudit(text)).toEqual({ kind: 'unanswered', reason });
  });
});
