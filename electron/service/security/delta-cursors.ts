import { CURSOR_DAYS } from '../../../shared/contract/changes.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { createSecretBox, deriveKey } from '../../base/secret-box.ts';
import type { FeedName } from '../../platform/platform.ts';

export interface DeltaCursors {
  /** At most 512 characters, which need no escaping in a query. */
  write(caller: Caller, feed: FeedName, position: string): string;
  /**
   * `null` for a cursor of another account, feed or locked location, a forged one, one over 90 days old or a day ahead.
   */
  read(caller: Caller, feed: FeedName, cursor: string): string | null;
}

const DAY_S = 24 * 60 * 60;
const LIFETIME_S = CURSOR_DAYS * DAY_S;
/** A clock that was set back does not invalidate cursors at once. */
const MAX_FUTURE_S = DAY_S;
const MAX_CURSOR_LENGTH = 512;
const CONTENT = /^(\d+) (.*)$/s;
/**
 * A position of the built-in platform with its time has at most 43 characters. It is padded with zeros: the length
 * would show how many digits a version has. The length of a cursor of another deployment is left as it is.
 */
const MIN_CONTENT_LENGTH = 48;

/** A cursor is a sealed time and position: nobody can forge or read one. `key` is the secret key of the data folder. */
export function createDeltaCursors(deps: {
  readonly key: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}): DeltaCursors {
  const key = deriveKey(deps.key, 'delta cursors');
  const getNowS = () => Math.floor(deps.clock.now() / 1000);
  const createBox = (caller: Caller, feed: FeedName) => createSecretBox(key, getPurpose(caller, feed));

  return {
    write(caller, feed, position) {
      const cursor = createBox(caller, feed).seal(`${getNowS()} ${position}`.padStart(MIN_CONTENT_LENGTH, '0'));
      if (cursor.length > MAX_CURSOR_LENGTH) throw new RangeError('the position of a feed is too long for a cursor');
      return cursor;
    },

    read(caller, feed, cursor) {
      if (cursor.length > MAX_CURSOR_LENGTH) return null;
      const [, writtenS, position = null] = CONTENT.exec(createBox(caller, feed).open(cursor) ?? '') ?? [];
      const ageS = getNowS() - Number(writtenS);
      return ageS <= LIFETIME_S && ageS >= -MAX_FUTURE_S ? position : null;
    },
  };
}

function getPurpose({ accountId, lockedLocation }: Caller, feed: FeedName): string {
  return JSON.stringify([accountId, feed, lockedLocation?.id ?? null]);
}
