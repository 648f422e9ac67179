import { ApiError } from '../server/api-error.ts';

/** The record of a path id; a 404 that names it where it does not exist for the caller. */
export function foundRecord<Found>(kind: string, id: number, record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new ApiError('not_found', `There is no ${kind} ${id}.`);
  return record;
}
