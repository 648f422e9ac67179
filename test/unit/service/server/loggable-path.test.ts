import { describe, expect, it } from 'vitest';
import { toLoggablePath } from '../../../../electron/service/server/request-log.ts';

const TOKEN = 'Zk3vQ9_pLw-2xYt8RbN5sJm1cHf7gUoD4eAiXqVnW0y';
const KEY = 'tdk_Tilldesk0123456789abcdefghijABCHECKS';

describe('toLoggablePath', () => {
  it.each([
    ['/api/shops', '/api/shops'],
    ['/api/locations/123456789012345', '/api/locations/123456789012345'],
    ['/api/reports/turnover-by-day', '/api/reports/turnover-by-day'],
    ['/docs/docs.js', '/docs/docs.js'],
    ['/openapi.json', '/openapi.json'],
    ['/api/products/', '/api/products/'],
    ['/', '/'],
    ['*', '*'],
    ['', ''],
  ])('keeps %j unchanged', (target, path) => {
    expect(toLoggablePath(target)).toBe(path);
  });

  it.each([
    ['/api/products?q=jansen', '/api/products'],
    ['/api/products#jansen', '/api/products'],
    ['http://olga:hunter2@127.0.0.1:4870/api/shops?q=1', '/api/shops'],
  ])('keeps only the path of %j', (target, path) => {
    expect(toLoggablePath(target)).toBe(path);
  });

  it.each([TOKEN, KEY, KEY.slice(0, 20), 'jan@post.example', 'Welkom01', '%zz', 'x'.repeat(25)])(
    'keeps nothing of %j in a path',
    (secret) => {
      expect(toLoggablePath(`/api/${secret}`)).toBe('/api/…');
      expect(toLoggablePath(`/${secret}/me`)).toBe('/…');
    },
  );

  it('keeps nothing after such a part either, because a secret may contain slashes', () => {
    expect(toLoggablePath(`/api/whsec_${'x'.repeat(30)}/Ab3=`)).toBe('/api/…');
  });

  it('keeps at most 200 characters', () => {
    expect(toLoggablePath('/12345'.repeat(100))).toHaveLength(200);
  });
});
