import { StartError } from '../base/start-error.ts';
import { localMoment, type RecoveryOffer } from './recovery-offer.ts';

/** The data file is damaged and nobody could be asked: the sentence says what can be done, and with which option. */
export class RecoveryNeeded extends StartError {
  override readonly name = 'RecoveryNeeded';

  constructor(offer: RecoveryOffer) {
    super([offer.damage, ...skippedSentence(offer), ...wayOut(offer)].join(' '));
  }
}

function wayOut({ backup, damagedFolder }: RecoveryOffer): readonly string[] {
  const setAside = `the damaged files are kept, in ${damagedFolder}`;
  const begin = `--recover new begins with an empty one; either way ${setAside}.`;
  if (backup === null) {
    return [`There is no backup that can be put back. --recover new begins with an empty one; ${setAside}.`];
  }
  const moment = localMoment(backup.madeAt, 'en-GB');
  return [
    `Nothing has been changed. Start with --recover backup to put back the backup of ${moment}, or ${begin}`,
    'What was changed since that backup is not in it. API keys, webhooks and preferences are as they were then: a key that was revoked since is valid again.',
  ];
}

function skippedSentence({ skipped }: RecoveryOffer): readonly string[] {
  if (skipped.length === 0) return [];
  return [`Not usable: ${skipped.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.`];
}
