import { beforeEach, describe, expect, it } from 'vitest';
import { createRecoveryDialog } from '../../../../electron/hosts/desktop/recovery-dialog.ts';
import type { RecoveryOffer } from '../../../../electron/startup/recovery.ts';
import { behaviour, electronCalls } from '../../../support/electron-stand-in.ts';

const OFFER: RecoveryOffer = {
  damage: 'The data file is damaged.',
  damagedFolder: '/data/damaged',
  backup: { madeAt: '2026-11-21T12:00:00.000Z' },
  unverified: null,
  skipped: [{ name: 'daily-2.sqlite', reason: 'it is damaged' }],
};

const shown = () => electronCalls.steps.at(-1) ?? '';

beforeEach(() => {
  behaviour.pressedButton = 0;
});

describe('createRecoveryDialog', () => {
  it.each([
    [0, 'backup'],
    [1, 'new'],
    [2, 'quit'],
  ])('returns for button %i %s', async (button, choice) => {
    behaviour.pressedButton = button;
    expect(await createRecoveryDialog('nl')(OFFER)).toBe(choice);
  });

  it('offers no backup if there is none', async () => {
    expect(await createRecoveryDialog('nl')({ ...OFFER, backup: null })).toBe('new');
    expect(shown()).toContain('Er is geen reservekopie die kan worden teruggezet.');
  });

  it('offers no button for a backup that was changed, and says which option restores it', async () => {
    const unverified = { madeAt: '2026-11-20T12:00:00.000Z' };
    behaviour.pressedButton = 0;
    expect(await createRecoveryDialog('nl')({ ...OFFER, backup: null, unverified })).toBe('new');
    expect(shown()).toContain('is gewijzigd, of gemaakt door een oudere versie');
    await createRecoveryDialog('en')({ ...OFFER, backup: null, unverified });
    expect(shown()).toContain('start Tilldesk with --recover unverified');
  });

  it('quits if a key is pressed too soon, and when it is closed', async () => {
    await createRecoveryDialog('nl')(OFFER);
    expect(shown()).toContain('"defaultId":2,"cancelId":2');
  });

  it('says in the language of the window what a backup restores, and which backups cannot be used', async () => {
    await createRecoveryDialog('nl')(OFFER);
    expect(shown()).toContain('een sleutel die daarna is ingetrokken, werkt weer');
    expect(shown()).toContain('daily-2.sqlite');
    await createRecoveryDialog('en')(OFFER);
    expect(shown()).toContain('a key that was revoked since is valid again');
  });
});
