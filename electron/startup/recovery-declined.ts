import { StartError } from '../base/start-error.ts';

/** Somebody was told that the data file is damaged, and chose to leave it as it is. */
export class RecoveryDeclined extends StartError {
  override readonly name = 'RecoveryDeclined';

  constructor(damage: string) {
    super(`${damage} Nothing has been changed.`);
  }
}
