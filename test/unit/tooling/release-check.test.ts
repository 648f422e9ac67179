import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  auditProblems,
  containerProblems,
  electronProblem,
  lockfileProblems,
  readAudit,
} from '../../../scripts/releasing/release-checks.ts';

const readText = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const readProject = (file: string) => JSON.parse(readText(file));

describe('electronProblem', () => {
  it('has nothing against the Electron of this project on the day it was chosen', () => {
    const { electron } = readProject('package.json').devDependencies;
    expect(electronProblem(electron, new Date('2026-11-21'))).toBeNull();
  });

  it.each([
    ['45.4.1', '2027-04-06', null],
    ['45.4.1', '2027-04-07', 'The support of Electron 45 ended by 2027-04-07.'],
    ['42.9.9', '2026-11-21', 'Electron 42.9.9 is none of the supported 45, 44, 43.'],
    ['46.0.0', '2027-01-01', 'Electron 46.0.0 is none of the supported 45, 44, 43.'],
  ])('says of %s on %s: %s', (version, day, problem) => {
    expect(electronProblem(version, new Date(day))).toBe(problem);
  });
});

describe('lockfileProblems', () => {
  const manifest = { dependencies: { a: '1.0.0' } };
  const locked = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  const problemsWith = (changes: object) =>
    lockfileProblems(manifest, {
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { ...locked, ...changes } },
    });

  it('finds none in this project', () => {
    expect(lockfileProblems(readProject('package.json'), readProject('package-lock.json'))).toEqual([]);
    expect(problemsWith({})).toEqual([]);
  });

  it.each([
    [{ version: '1.0.1' }],
    [{ integrity: undefined }],
    [{ integrity: 'sha1-AAAA' }],
    [{ resolved: 'git+ssh://packages.example/a' }],
    [{ resolved: 'http://packages.example/a.tgz' }],
    [{ resolved: 'https://evil.example/a.tgz' }],
    [{ name: 'evil' }],
    [{ link: true }],
  ])('finds a package with %j', (changes) => {
    expect(problemsWith(changes)).toHaveLength(1);
  });

  it('finds a package that is not locked at all, and another kind of lock file', () => {
    expect(lockfileProblems(manifest, { lockfileVersion: 2, packages: {} })).toHaveLength(2);
  });

  it('finds an optional package of another version than is wanted', () => {
    const optional = { optionalDependencies: { a: '1.0.1' } };
    const packages = { '': {}, 'node_modules/a': locked };
    expect(lockfileProblems(optional, { lockfileVersion: 3, packages })).toHaveLength(1);
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

describe('auditProblems', () => {
  it('stops a release that nobody has audited', () => {
    const problems = auditProblems(readAudit('{"message":"405 Method Not Allowed"}'));
    expect(problems).toEqual([
      'The registry answered no audit (405 Method Not Allowed): make the release where it does.',
    ]);
  });

  it('stops one with a severe advisory, and no other', () => {
    expect(auditProblems({ kind: 'answered', severe: 1, others: 0 })).toHaveLength(1);
    expect(auditProblems({ kind: 'answered', severe: 0, others: 3 })).toEqual([]);
  });
});

describe('containerProblems', () => {
  const digest = `node@sha256:${'a'.repeat(64)}`;

  it.each([
    'FROM node:24-slim AS build',
    'FROM node',
    'FROM --platform=linux/amd64 node:24-slim',
    // With a default, somebody who forgets the argument builds on a tag.
    `ARG NODE_IMAGE=node:24-slim\nFROM \${NODE_IMAGE}`,
    `FROM ${digest} AS build\nFROM node:24-slim`,
    `FROM ${digest.slice(0, -1)}`,
  ])('refuses %j', (text) => {
    expect(containerProblems(text)).toHaveLength(1);
  });

  it('takes a digest, an argument that has to be given, and an earlier stage', () => {
    expect(containerProblems(`FROM ${digest} AS build\nFROM build`)).toEqual([]);
    expect(containerProblems(readText('deploy/Containerfile'))).toEqual([]);
  });
});
