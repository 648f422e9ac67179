import { describe, expect, it } from 'vitest';
import { RecoveryNeeded, type RecoveryOffer } from '../../../electron/startup/recovery.ts';

const OFFER: RecoveryOffer = {
  damage: 'The data file /data/tilldesk.sqlite is damaged or is not a data file.',
  damagedFolder: '/data/damaged',
  backup: { madeAt: '2026-11-21T12:00:00.000Z' },
  unverified: null,
  skipped: [],
};

describe('RecoveryNeeded', () => {
  it('says what is wrong, what each option does, and what a backup restores', () => {
    const { message, exitStatus } = new RecoveryNeeded(OFFER);
    expect(exitStatus).toBe(2);
    expect(message).toContain(OFFER.damage);
    expect(message).toMatch(
      /Nothing has been changed\. Start with --recover backup to put back the backup of 21\/11\/2026, 13:00, or/,
    );
    expect(message).toContain('--recover new begins with an empty one');
    expect(message).toContain('the damaged files are kept, in /data/damaged');
    expect(message).toContain('a key that was revoked since is valid again');
  });

  it('says what cannot be used, and offers no backup if there is none', () => {
    const skipped = [{ name: 'daily-1.sqlite', reason: 'it is damaged' }];
    const { message } = new RecoveryNeeded({ ...OFFER, backup: null, skipped });
    expect(message).toContain('Not usable: daily-1.sqlite (it is damaged).');
    expect(message).toContain('There is no backup that can be put back.');
    expect(message).not.toContain('--recover backup');
    expect(message).not.toContain('--recover unverified');
  });

  it('says what a backup may contain that was changed, or made by an older version', () => {
    const unverified = { madeAt: '2026-11-20T12:00:00.000Z' };
    const { message } = new RecoveryNeeded({ ...OFFER, backup: null, unverified });
    expect(message).toMatch(/The backup of .* was changed, or made by an older version of Tilldesk, or with/);
    expect(message).toContain('users, API keys and webhooks of another person');
    expect(message).toContain('--recover unverified puts it back all the same');
    expect(message).toContain('There is no other backup.');
    expect(message).not.toContain('--recover backup');
  });
});
