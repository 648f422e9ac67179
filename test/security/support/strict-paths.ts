import fc from 'fast-check';
import { CUSTOMER, LOCATION, ORDER, PRODUCT } from '../../support/shop-fixture.ts';
import { ORACLE_ENDPOINTS } from './oracle-endpoints.ts';

/** A request target and what it names. */
export interface PathPart {
  readonly target: string;
  /** Query without which the route would refuse. */
  readonly query: string;
  /** Contract paths that it may stand for; null for none. */
  readonly routes: readonly (string | null)[];
  /** Whether the record that it names exists for the owner; true where it names none. */
  readonly isFound: boolean;
  /** False where the target itself names another server. */
  readonly isOwn: boolean;
  /** True where it is not HTTP. */
  readonly isUnreadable: boolean;
}

/** Queries without which a path refuses. */
export const NEEDED: Readonly<Record<string, string>> = {
  '/api/orders': 'from=2026-10-01',
  '/api/orders/delta': 'since=0',
  '/api/products/delta': 'since=0',
  '/api/discount-orders': 'from=2026-10-01',
  '/api/financial-report': 'from=2026-10-01',
  '/api/order-items': 'from=2026-10-01',
  '/api/order-payments': 'from=2026-10-01',
  '/api/reports/turnover-by-day': 'from=2026-10-01',
  '/api/reports/payments': 'from=2026-10-01',
  '/api/reports/day-closing': 'date=2026-10-01',
  '/api/reports/product-sales': 'from=2026-10-01',
  '/api/product-prices': 'product_ids=1001',
};

/** Ids of the records of a path; `beta` is of another account. */
export const RECORDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '/api/locations/{id}': LOCATION,
  '/api/products/{id}': PRODUCT,
  '/api/customers/{id}': CUSTOMER,
  '/api/orders/{id}': ORDER,
};

const ROUTES = [...new Set(ORACLE_ENDPOINTS.map(({ name }) => name.split(' ')[1] ?? ''))];
const LISTS = ROUTES.filter((route) => !route.includes('{id}'));
/** The root has no letters that could be written in another way. */
const ALTERED = LISTS.filter((route) => route !== '/');

/** The page of the documentation is a file of the built program, which the service under test is not. */
const NOT_BUILT = '/docs';

const part = (route: string | null, target: string, more: Partial<PathPart> = {}): PathPart => ({
  target,
  query: NEEDED[route ?? ''] ?? '',
  routes: [route],
  isFound: route !== NOT_BUILT,
  isOwn: true,
  isUnreadable: false,
  ...more,
});
const nowhere = (target: string) => part(null, target);

/** Other ways to write the path of a list; `either` where a reader may take it for the path itself. */
function altered(route: string, port: number): PathPart[] {
  const either = { routes: [route, null] };
  const own = `http://127.0.0.1:${port}`;
  const last = route.at(-1) ?? '';
  const coded = `%${last.charCodeAt(0).toString(16)}`;
  return [
    ...[`${route}/`, `/${route}`, route.replace('/', '//'), `${route}//`, `${route}.json`, `${route}%2F`].map(nowhere),
    ...[`${route};x=1`, `${route}%3Fx=1`, `${route}%00`, `${route}%20`, `${route}/%2e%2e`, `${route}/..`].map(nowhere),
    ...[`${route}#`, `${route}#x=1`, `${route}?#`, `${route}%23`].map(nowhere),
    ...[`/.${route}`, `/x/..${route}`, `/%2e${route}`, `${route}\\`, `/v1${route}`, `/%2F${route.slice(1)}`].map(
      nowhere,
    ),
    ...[route.toUpperCase(), `${route}/1/2`, `${route}/x`, `${route}%zz`, `${route}/${'x'.repeat(9_000)}`].map(nowhere),
    part(route, `${route.slice(0, -1)}${coded}`, either),
    part(route, `${own}${route}`, either),
    part(null, `http://evil.example${route}`, { isOwn: false }),
    part(null, `https://127.0.0.1:${port}${route}`, { isOwn: false }),
    part(null, `http://127.0.0.1${route}`, { isOwn: false }),
    part(null, route.slice(1), { isUnreadable: true }),
  ];
}

const ID_FORMS: readonly ((id: number) => string)[] = [
  (id) => `-${id}`,
  (id) => `+${id}`,
  (id) => `${id}.0`,
  (id) => `${id}e0`,
  (id) => `0x${id.toString(16)}`,
  (id) => `${id}%20`,
  (id) => `%20${id}`,
  (id) => `${id}%00`,
  (id) => `${id}/`,
  (id) => `${id}x`,
  (id) => `${id},1`,
  (id) => `${id};1`,
  (id) => String(id).padStart(16, '0'),
  (id) => `${id}%2F1`,
  () => '%EF%BC%91',
  () => '%D9%A1',
  () => '',
  () => 'NaN',
  () => 'null',
  () => '{id}',
  () => ':id',
  () => '*',
  () => "1'--",
  () => '1%27%20OR%201=1',
  () => '99999999999999999999',
];

function recordParts(route: string): fc.Arbitrary<PathPart> {
  const records = RECORDS[route] ?? {};
  const own = Object.entries(records)
    .filter(([name]) => name !== 'beta')
    .map(([, id]) => id);
  const at = (id: number | string) => route.replace('{id}', String(id));
  const known = fc.constantFrom(...own);
  return fc.oneof(
    { weight: 4, arbitrary: known.map((id) => part(route, at(id))) },
    { weight: 1, arbitrary: known.map((id) => nowhere(at(String(id).padStart(15, '0')))) },
    {
      weight: 2,
      arbitrary: fc
        .oneof(fc.constantFrom(0, records.beta ?? 0, 11, 14, 999_999_999_999_999), fc.nat())
        .map((id) => part(route, at(id), { isFound: own.includes(id) })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(known, fc.constantFrom(...ID_FORMS)).map(([id, form]) => nowhere(at(form(id)))),
    },
    {
      weight: 1,
      arbitrary: known.map((id) =>
        part(route, at([...String(id)].map((digit) => `%3${digit}`).join('')), { routes: [route, null] }),
      ),
    },
  );
}

const NOWHERE =
  '/api|/api/|*|/favicon.ico|/robots.txt|/.env|/.git/config|/api/users|/api/keys|/api/webhooks.json|/api/auth|' +
  '/api/auth/logout|/metrics2|/admin|/api/__proto__|/api/constructor|/api/products/delta2|//evil.example/|/%|/%c0%ae/|' +
  '/api/shops/../../../etc/passwd|/api/%F0%9F%A6%94';

export function drawPath(port: number): fc.Arbitrary<PathPart> {
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...LISTS).map((route) => part(route, route)) },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(RECORDS)).chain(recordParts) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...ALTERED).chain((route) => fc.constantFrom(...altered(route, port))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...NOWHERE.split('|')).map(nowhere) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/\u00e9', '/api/\u00ff').map((target) => part(null, target, { isUnreadable: true })),
    },
  );
}
