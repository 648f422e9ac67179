import { CURSOR_DAYS } from '../../../shared/contract/changes.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { createSecretBox, derivedKey } from '../../base/secret-box.ts';
import type { FeedName } from '../../platform/platform.ts';

export interface DeltaCursors {
  /** At most 512 characters, which fit into a query as they are. */
  write(caller: Caller, feed: FeedName, position: string): string;
  /** Null for a cursor of another account, feed or lock, a foreign one, one over 90 days old or a day ahead. */
  read(caller: Caller, feed: FeedName, cursor: string): string | null;
}

const DAY_S = 24 * 60 * 60;
const LIFETIME_S = CURSOR_DAYS * DAY_S;
/** A clock that was set back makes no cursor useless at once. */
const FUTURE_S = DAY_S;
const LONGEST = 512;
const CONTENT = /^(\d+) (.*)$/s;
/**
 * A position of the built-in platform and its moment have 43 characters at most. Zeros before them fill up what is left:
 * the length would show how many digits a version has. The length of a cursor of another deployment is left as it is.
 */
const MIN_CONTENT = 48;

/** A sealed moment and position: nobody can make one or read in it. `key` is the secret key of the data folder. */
export function createDeltaCursors(deps: {
  readonly key: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}): DeltaCursors {
  const key = derivedKey(deps.key, 'delta cursors');
  const nowS = () => Math.floor(deps.clock.now() / 1000);
  const boxOf = (caller: Caller, feed: FeedName) => createSecretBox(key, boundTo(caller, feed));

  return {
    write(caller, feed, position) {
      const cursor = boxOf(caller, feed).seal(`${nowS()} ${position}`.padStart(MIN_CONTENT, '0'));
      if (cursor.length > LONGEST) throw new RangeError('the position of a feed is too long for a cursor');
      return cursor;
    },

    read(caller, feed, cursor) {
      if (cursor.length > LONGEST) return null;
      const [, writtenS, position = null] = CONTENT.exec(boxOf(caller, feed).open(cursor) ?? '') ?? [];
      const ageS = nowS() - Number(writtenS);
      return ageS <= LIFETIME_S && ageS >= -FUTURE_S ? position : null;
    },
  };
}

function boundTo({ accountId, lockedLocation }: Caller, feed: FeedName): string {
  return JSON.stringify([accountId, feed, lockedLocation?.id ?? null]);
}
