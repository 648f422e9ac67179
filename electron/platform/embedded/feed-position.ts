import type { FeedEnd } from '../../store/changes/changes-queries.ts';
import { PlatformError } from '../platform-error.ts';

/** Of a feed in which nothing ever changed: all that ever will comes after it, in whatever era. */
const BEFORE_ALL = 'none.0';
const POSITION_FORM = /^([0-9a-f]{16})\.(\d{1,15})$/;

/** The era is part of it: in another store the same version is that of another change. */
export function formatPosition(end: FeedEnd | null, version: number): string {
  return end === null ? BEFORE_ALL : `${end.era}.${version}`;
}

/** The version after which a reader goes on in a feed that ends there. Throws `position_lost`. */
export function versionOfPosition(position: string, end: FeedEnd | null): number {
  if (position === BEFORE_ALL) return 0;
  const [, era, digits] = POSITION_FORM.exec(position) ?? [];
  const version = Number(digits);
  if (end !== null && era === end.era && version <= end.version) return version;
  throw new PlatformError(
    'position_lost',
    'The feed does not go on from there. Read it again from a moment.',
  );
}
