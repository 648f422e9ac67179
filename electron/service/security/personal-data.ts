import type { TSchema } from 'typebox';
import { createFieldFilter, type Endpoint, type FieldFilter } from '../../../shared/contract/endpoint.ts';
import type { FindsPeople, ParameterSchema } from '../../../shared/contract/query.ts';
import { ApiError } from '../server/api-error.ts';

/** Protects personal data at an endpoint from an API key that was made without it. */
export interface PersonalDataGuard {
  /** Throws 403 for a search that would reveal whether somebody is a customer, and for sorting by name. */
  refuseSearch(query: object): void;
  /** Replaces everything that names people by null. */
  readonly hide: FieldFilter;
}

export function createPersonalDataGuard({ query, response }: Endpoint): PersonalDataGuard {
  const searches = Object.entries(query?.properties ?? {}).flatMap(([name, schema]) => {
    const findsPeople = (schema as unknown as ParameterSchema)['x-finds-people'];
    return findsPeople ? [{ name, findsPeople }] : [];
  });
  const personal = listPersonalMembers(response);
  return {
    refuseSearch(query) {
      const values = query as Readonly<Record<string, unknown>>;
      const refused = searches.find(({ name, findsPeople }) => isPersonal(values[name], findsPeople));
      if (refused)
        throw new ApiError(
          'forbidden',
          `${refused.name} searches people, and this API key reads no personal data: search by number or amount, or make a key with personal data.`,
        );
      const sorted = String(values.sort ?? '').replace(/^-/, '');
      if (personal.includes(sorted)) {
        throw new ApiError(
          'forbidden',
          `sort by ${sorted} sorts by personal data, which this API key may not read: make a key with personal data.`,
        );
      }
    },
    hide: createFieldFilter(response, { withoutPersonalData: true }),
  };
}

interface RowsSchema {
  readonly properties?: {
    readonly data?: { readonly items?: { readonly properties?: Readonly<Record<string, object>> } };
  };
}

/** The row members that name people. They are null for such a key, but their order would still reveal them. */
function listPersonalMembers(response: TSchema): readonly string[] {
  const members = (response as RowsSchema).properties?.data?.items?.properties ?? {};
  return Object.keys(members).filter((name) => 'x-personal' in (members[name] ?? {}));
}

/**
 * Numbers and amounts have a digit in every word. A word without a digit may be a name, and so may a lone sign, which
 * many names contain. A name that a sign joins to a number counts as a separate word. A name with digits in each word
 * is not refused: the list of orders does not search names for such a key.
 */
function isPersonal(text: unknown, findsPeople: FindsPeople): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  if (findsPeople === 'always') return true;
  const words = [...text.split(/\s+/), ...text.split(/[^\p{L}\p{N}]+/u)];
  return words.some((word) => word !== '' && !/\p{N}/u.test(word));
}
