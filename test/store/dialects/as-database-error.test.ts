import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { toDatabaseError } from '../../../electron/store/dialects/postgres-connection.ts';
import { StoreError } from '../../../electron/store/store-error.ts';

const PLACE = 'db.example:5432/shop';

function failure(code: string): DatabaseError {
  const error = new DatabaseError('as it was', 10, 'error');
  return Object.assign(error, { code, detail: 'Key (email)=(jan@post.example) already exists.' });
}

describe('a failure of PostgreSQL', () => {
  it.each(['08006', '28P01', '3D000', '42501', '53100', '53300', '57P01', '57014', '58P01', 'XX001'])(
    '%s becomes a sentence about the database',
    (code) => {
      expect(toDatabaseError(failure(code), PLACE)).toMatchObject({
        name: 'StoreError',
        code: 'unavailable',
        message: `The database ${PLACE} cannot be used: as it was.`,
      });
    },
  );

  it('of a lock timeout says so', () => {
    expect(toDatabaseError(failure('55P03'), PLACE)).toMatchObject({
      code: 'unavailable',
      message: `The database ${PLACE} is busy: a lock was not released in time. Try again later.`,
    });
  });

  it.each(['23505', '23503', '40001', '40P01', '42P01'])('%s stays unchanged', (code) => {
    const error = failure(code);
    expect(toDatabaseError(error, PLACE)).toBe(error);
  });

  it('reveals nothing about the rows', () => {
    expect(JSON.stringify(toDatabaseError(failure('23505'), PLACE))).not.toContain('jan@');
  });
});

describe('a connection failure of PostgreSQL', () => {
  it('becomes a sentence about the database, also for a host with several addresses', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (const error of [refused, new AggregateError([refused, refused])]) {
      expect(toDatabaseError(error, PLACE)).toMatchObject({
        code: 'unavailable',
        message: `The database ${PLACE} cannot be used: connect ECONNREFUSED.`,
      });
    }
  });
});

describe('another error', () => {
  it.each([new TypeError('a fault'), new RangeError('not a whole number'), new StoreError('corrupt', 'as it was')])(
    'stays unchanged: %s',
    (error) => {
      expect(toDatabaseError(error, PLACE)).toBe(error);
    },
  );
});
