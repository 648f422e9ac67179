import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Address } from './address.ts';
import type { Field } from './fields.ts';
import { parseSearch, pickTexts, type Search, writeSearch } from './search.ts';

/** The parameters in the address of a page. They have the names of the API's parameters where there are such. */
export type Fields<State> = { readonly [Name in keyof State]: Field<State[Name]> };

/** The user's choices. A member is absent if nothing was chosen. */
export type PageState<State> = { readonly [Name in keyof State]?: State[Name] };

/** `undefined` removes a choice. `replaces` replaces the history entry. */
export type ChangePageState<State> = (
  changes: { readonly [Name in keyof State]?: State[Name] | undefined },
  options?: { readonly replaces?: boolean },
) => void;

/**
 * The choices on a page, stored in its address. Back and forward restore them, and a saved view is an address. `fields`
 * must be a constant of the module. Other parameters are left unchanged.
 */
export function usePageState<State extends object>(
  fields: Fields<State>,
): readonly [PageState<State>, ChangePageState<State>] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  useReadFields(fields);
  // The text is stable, while the search is a new object after each navigation.
  const text = writeSearch(search);
  const state = useMemo(() => readState(fields, parseSearch(text)), [fields, text]);
  const change = useCallback<ChangePageState<State>>(
    (changes, { replaces = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) => changeSearch(fields, pickTexts(before as Record<string, unknown>), changes),
        replace: replaces,
        // The rows behind a figure stay open whatever else is chosen.
        state: ({ openedOn }) => (openedOn === undefined ? {} : { openedOn }),
      }),
    [fields, navigate],
  );
  return [state, change];
}

type AnyField = Pick<Field<unknown>, 'read' | 'hasUnknownParts'>;

type AnyFields = Readonly<Record<string, AnyField>>;

/** The fields that the current page reads, including those of its table and filters. */
const usePageFields = create<{ readonly all: readonly AnyFields[] }>()(() => ({ all: [] }));

/** Registers the parameters of the page, so that it can name the others as unknown. */
export function useReadFields<State extends object>(fields: Fields<State>): void {
  useEffect(() => {
    const own: AnyFields = Object.fromEntries(listNames(fields).map((name) => [name, fields[name]]));
    usePageFields.setState(({ all }) => ({ all: [...all, own] }));
    return () => usePageFields.setState(({ all }) => ({ all: all.toSpliced(all.lastIndexOf(own), 1) }));
  }, [fields]);
}

/** Names the opened view in the address, so that back and forward keep it. */
export const VIEW_PARAMETER = 'view';

/**
 * Whether the address has a parameter that the page does not understand, and a function that removes such parameters.
 */
export function useSkippedParameters(): { readonly hasSkipped: boolean; readonly remove: () => void } {
  const navigate = useNavigate();
  const text = writeSearch(useSearch({ strict: false }));
  const { all } = usePageFields();
  const skipped = useMemo(() => listSkipped(parseSearch(text), all), [text, all]);
  const remove = useCallback(
    () =>
      void navigate({
        to: '.',
        search: (before: object) =>
          Object.fromEntries(
            Object.entries(pickTexts(before as Record<string, unknown>)).filter(([name]) => !skipped.includes(name)),
          ),
        replace: true,
      }),
    [navigate, skipped],
  );
  return { hasSkipped: skipped.length > 0, remove };
}

/** Empty if the page reads nothing from its address. */
function listSkipped(search: Search, all: readonly AnyFields[]): readonly string[] {
  if (all.length === 0) return [];
  return Object.entries(search).flatMap(([name, text]) => {
    const fields = all.flatMap((known) => known[name] ?? []);
    return name === VIEW_PARAMETER || fields.some((field) => isUnderstood(field, text)) ? [] : [name];
  });
}

function isUnderstood({ read, hasUnknownParts }: AnyField, text: string): boolean {
  return read(text) !== undefined && hasUnknownParts?.(text) !== true;
}

export function readState<State extends object>(fields: Fields<State>, search: Search): PageState<State> {
  const state: Partial<State> = {};
  for (const name of listNames(fields)) {
    const text = search[name];
    const value = text === undefined ? undefined : fields[name].read(text);
    if (value !== undefined) state[name] = value;
  }
  return state;
}

/** The parameters of the address for a state. */
export function writeState<State extends object>(
  fields: Fields<State>,
  state: Parameters<ChangePageState<State>>[0],
): Search {
  return changeSearch(fields, {}, state);
}

function changeSearch<State extends object>(
  fields: Fields<State>,
  search: Search,
  changes: { readonly [Name in keyof State]?: State[Name] | undefined },
): Search {
  const changed: Record<string, string> = { ...search };
  for (const name of listNames(fields)) {
    if (!(name in changes)) continue;
    const value = changes[name];
    if (value === undefined) delete changed[name];
    else changed[name] = fields[name].write(value);
  }
  return changed;
}

function listNames<State extends object>(fields: Fields<State>): readonly (keyof State & string)[] {
  return Object.keys(fields) as (keyof State & string)[];
}

/** Navigates to an address of the window. `replaces` replaces the history entry. */
export function useGoTo(): (address: Address, options?: { readonly replaces?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (address, { replaces = false } = {}) => void navigate({ ...toLinkProps(address), replace: replaces }),
    [navigate],
  );
}

/**
 * Converts an address for the router. A saved view may name a page that no longer exists, which shows when it is
 * opened, so this is the only cast to the types of the router.
 */
export function toLinkProps({ path, search, openRow }: Address): Pick<LinkProps, 'to' | 'search' | 'state'> {
  const state = openRow === undefined ? {} : { state: { openRow: { id: openRow, index: 0, offsetPx: 0 } } };
  return { to: path, search, ...state } as Pick<LinkProps, 'to' | 'search' | 'state'>;
}

const useOfferedChoices = create<{ readonly choices: Search }>()(() => ({ choices: {} }));

/**
 * Choices of the page that come from habits and preferences, as parameters of the address. A saved view includes them,
 * so that it shows the same after they change.
 */
export function useSaveableChoices(): Search {
  return useOfferedChoices((state) => state.choices);
}

export function useOfferChoices(choices: Search): void {
  // The text is stable, while the choices are a new object at each render.
  const text = writeSearch(choices);
  useEffect(() => {
    const offered = parseSearch(text);
    useOfferedChoices.setState((state) => ({ choices: { ...state.choices, ...offered } }));
    return () => useOfferedChoices.setState((state) => ({ choices: omitChoices(state.choices, offered) }));
  }, [text]);
}

function omitChoices(choices: Search, offered: Search): Search {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !(name in offered)));
}
