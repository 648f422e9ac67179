import { describe, expect, it } from 'vitest';
import { findSandboxProblem, type SandboxSystem } from '../../../electron/startup/electron-sandbox.ts';

const PROGRAM = '/shop/node_modules/electron/dist/electron';
const HELPER = '/shop/node_modules/electron/dist/chrome-sandbox';

const OF_USER = { uid: 1000, mode: 0o100755 };
const SETUID = { uid: 0, mode: 0o104755 };

interface OneSystem {
  readonly settings?: Readonly<Record<string, string>>;
  readonly helper?: ReturnType<SandboxSystem['stat']>;
  readonly starts?: boolean;
}

const untouched = (): never => {
  throw new Error('nobody may start the program');
};

function problemOn({ settings = {}, helper = OF_USER, starts }: OneSystem, program: string | null = PROGRAM) {
  const system: SandboxSystem = {
    readSetting: (name) => settings[name] ?? null,
    stat: (path) => (path === HELPER ? helper : null),
    starts: starts === undefined ? untouched : async () => starts,
  };
  return findSandboxProblem({ platform: 'linux', isRoot: false, program, system });
}

const APPARMOR = { 'kernel.apparmor_restrict_unprivileged_userns': '1' };

describe('findSandboxProblem', () => {
  it('finds no problem if nothing restricts user namespaces', async () => {
    const settings = {
      'user.max_user_namespaces': '63000',
      'kernel.unprivileged_userns_clone': '1',
      'kernel.apparmor_restrict_unprivileged_userns': '0',
    };
    expect(await problemOn({})).toBeNull();
    expect(await problemOn({ settings })).toBeNull();
  });

  it.each([
    ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
    ['kernel.unprivileged_userns_clone', '0', '1'],
    ['user.max_user_namespaces', '0', '15000'],
  ])('names %s = %s, and both remedies', async (name, refused, allowed) => {
    const problem = await problemOn({ settings: { [name]: refused }, starts: false });
    expect(problem?.reason).toContain(`${name} is ${refused}`);
    expect(problem?.remedy).toContain(`sudo chown root:root '${HELPER}' && sudo chmod 4755 '${HELPER}'`);
    expect(problem?.remedy).toContain(`sudo sysctl -w ${name}=${allowed}`);
  });

  it('finds no problem on a restricted system if the helper runs as root', async () => {
    const settings = { ...APPARMOR, 'user.max_user_namespaces': '0' };
    expect(await problemOn({ settings, helper: SETUID })).toBeNull();
  });

  it.each([
    ['missing', null],
    ['of an ordinary user', { ...SETUID, uid: 1000 }],
    ['not setuid', { ...SETUID, mode: 0o100755 }],
    ['not executable by everybody', { ...SETUID, mode: 0o104750 }],
  ])('ignores a helper that is %s', async (_what, helper) => {
    expect(await problemOn({ settings: { 'user.max_user_namespaces': '0' }, helper })).not.toBeNull();
  });

  it('asks the program itself if an AppArmor profile may allow user namespaces', async () => {
    expect(await problemOn({ settings: APPARMOR, starts: true })).toBeNull();
    expect(await problemOn({ settings: APPARMOR, starts: false })).not.toBeNull();
  });

  it('judges by the system if the program has not been downloaded yet', async () => {
    expect(await problemOn({ settings: APPARMOR }, null)).not.toBeNull();
    expect(await problemOn({}, null)).toBeNull();
  });

  it('finds a problem for root, whose sandbox does not work', async () => {
    const problem = await findSandboxProblem({ platform: 'linux', isRoot: true, program: PROGRAM });
    expect(problem).toEqual({
      reason: 'the sandbox of its window does not run as root',
      remedy: 'Start Tilldesk as an ordinary user, or use --host browser.',
    });
  });

  it.each(['win32', 'darwin'] as const)('finds no problem on %s', async (platform) => {
    expect(await findSandboxProblem({ platform, isRoot: false, program: PROGRAM })).toBeNull();
  });
});
