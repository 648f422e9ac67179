import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Field } from './fields.ts';
import { parseSearch, type Search, textsOf, writeSearch } from './search.ts';

/** What the address of a page can say, by the name of the parameter: that of the API where there is one. */
export type Fields<State> = { readonly [Name in keyof State]: Field<State[Name]> };

/** What was chosen; a member is absent while nothing was. */
export type PageState<State> = { readonly [Name in keyof State]?: State[Name] };

/** Undefined takes a choice away. `replaces`: no step back leads to what was chosen before. */
export type ChangePageState<State> = (
  changes: { readonly [Name in keyof State]?: State[Name] | undefined },
  options?: { readonly replaces?: boolean },
) => void;

/**
 * The choices on a page, kept in its address: back and forward lead through them, and a saved view is an address.
 * `fields` is a constant of the module. Parameters that are not among them stay where they are.
 */
export function usePageState<State extends object>(
  fields: Fields<State>,
): readonly [PageState<State>, ChangePageState<State>] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  // The text stands for the search, which is another object after each move.
  const text = writeSearch(search);
  const state = useMemo(() => readState(fields, parseSearch(text)), [fields, text]);
  const change = useCallback<ChangePageState<State>>(
    (changes, { replaces = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) =>
          changedSearch(fields, textsOf(before as Record<string, unknown>), changes),
        replace: replaces,
      }),
    [fields, navigate],
  );
  return [state, change];
}

export function readState<State extends object>(fields: Fields<State>, search: Search): PageState<State> {
  const state: Partial<State> = {};
  for (const name of namesOf(fields)) {
    const text = search[name];
    const value = text === undefined ? undefined : fields[name].read(text);
    if (value !== undefined) state[name] = value;
  }
  return state;
}

/** What stands in the address where all of this is chosen. */
export function writeState<State extends object>(
  fields: Fields<State>,
  state: Parameters<ChangePageState<State>>[0],
): Search {
  return changedSearch(fields, {}, state);
}

function changedSearch<State extends object>(
  fields: Fields<State>,
  search: Search,
  changes: { readonly [Name in keyof State]?: State[Name] | undefined },
): Search {
  const changed: Record<string, string> = { ...search };
  for (const name of namesOf(fields)) {
    if (!(name in changes)) continue;
    const value = changes[name];
    if (value === undefined) delete changed[name];
    else changed[name] = fields[name].write(value);
  }
  return changed;
}

function namesOf<State extends object>(fields: Fields<State>): readonly (keyof State & string)[] {
  return Object.keys(fields) as (keyof State & string)[];
}
