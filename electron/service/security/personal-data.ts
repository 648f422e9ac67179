import type { TSchema } from 'typebox';
import { createFieldFilter, type Endpoint, type FieldFilter } from '../../../shared/contract/endpoint.ts';
import type { FindsPeople, ParameterSchema } from '../../../shared/contract/query.ts';
import { ApiError } from '../server/api-error.ts';

/** What holds at an endpoint for an API key that was made without personal data. */
export interface PersonalDataGuard {
  /** Throws 403 for a search that would tell whether somebody is a customer, and for an order of rows by name. */
  refuseSearch(query: object): void;
  /** Null for whatever names people. */
  readonly hide: FieldFilter;
}

export function createPersonalDataGuard({ query, response }: Endpoint): PersonalDataGuard {
  const searches = Object.entries(query?.properties ?? {}).flatMap(([name, schema]) => {
    const findsPeople = (schema as unknown as ParameterSchema)['x-finds-people'];
    return findsPeople ? [{ name, findsPeople }] : [];
  });
  const personal = personalMembers(response);
  return {
    refuseSearch(asked) {
      const values = asked as Readonly<Record<string, unknown>>;
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
          `sort by ${sorted} orders people, and this API key reads no personal data: make a key with personal data.`,
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

/** The members of the rows of a list that name people: by what is null, its order would still tell. */
function personalMembers(response: TSchema): readonly string[] {
  const members = (response as RowsSchema).properties?.data?.items?.properties ?? {};
  return Object.keys(members).filter((name) => 'x-personal' in (members[name] ?? {}));
}

/**
 * Numbers and amounts have a digit in every word; a name has none, nor has a sign alone, which is in many names. A name
 * that is joined to a number by a sign is a word of its own as well.
 */
function isPersonal(text: unknown, findsPeople: FindsPeople): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  if (findsPeople === 'always') return true;
  const words = [...text.split(/\s+/), ...text.split(/[^\p{L}\p{N}]+/u)];
  return words.some((word) => word !== '' && !/\p{N}/u.test(word));
}
