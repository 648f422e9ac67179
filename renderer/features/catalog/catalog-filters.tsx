import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { listProducts, STOCK_STATES } from '../../../shared/contract/products.ts';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { FilterBar, FilterButton, FilterMenu, PrintedFilter } from '../../components/filters/filter-bar.tsx';
import { OfferedFilter } from '../../components/filters/offered-filter.tsx';
import { parseSearch } from '../../lib/address/search.ts';
import styles from './catalog.module.css';
import type { CatalogLookups } from './catalog-lookups.ts';
import { type CatalogSearch, type ChangeCatalog, hasFilters, NO_FILTERS } from './catalog-search.ts';

interface CatalogFiltersProps {
  readonly search: CatalogSearch;
  readonly lookups: CatalogLookups;
  readonly onChange: ChangeCatalog;
  readonly count: string | undefined;
  readonly trailing: ReactNode;
}

export function CatalogFilters({ search, lookups, onChange, count, trailing }: CatalogFiltersProps) {
  const { t } = useTranslation();
  const stockOptions = STOCK_STATES.map((value) => ({ value, label: t(`catalog.stockStates.${value}`) }));
  const pricedOptions = [
    { value: 'true', label: t('catalog.priced') },
    { value: 'false', label: t('catalog.neverPricedFilter') },
  ];
  return (
    <FilterBar count={count} trailing={trailing} onClear={hasFilters(search) ? () => onChange(NO_FILTERS) : undefined}>
      <ProductSearch onChange={onChange} />
      <OfferedFilter of={listProducts} parameter="product_group_id" isSet={search.product_group_id !== undefined}>
        <GroupFilter
          id={search.product_group_id}
          lookups={lookups}
          onChoose={(product_group_id) => onChange({ product_group_id })}
        />
      </OfferedFilter>
      <OfferedFilter of={listProducts} parameter="stock" isSet={search.stock !== undefined}>
        <FilterMenu
          label={t('catalog.stock')}
          options={stockOptions}
          value={search.stock ?? null}
          onChange={(chosen) => onChange({ stock: STOCK_STATES.find((state) => state === chosen) })}
        />
      </OfferedFilter>
      <OfferedFilter of={listProducts} parameter="tax_rate_id" isSet={search.tax_rate_id !== undefined}>
        <RateFilter id={search.tax_rate_id} lookups={lookups} onChoose={(tax_rate_id) => onChange({ tax_rate_id })} />
      </OfferedFilter>
      <OfferedFilter of={listProducts} parameter="priced" isSet={search.priced !== undefined}>
        <FilterMenu
          label={t('catalog.salePriceFilter')}
          options={pricedOptions}
          value={search.priced === undefined ? null : String(search.priced)}
          onChange={(chosen) => onChange({ priced: chosen === null ? undefined : chosen === 'true' })}
        />
      </OfferedFilter>
    </FilterBar>
  );
}

interface LookupFilterProps {
  /** `undefined` for all. */
  readonly id: number | undefined;
  readonly lookups: CatalogLookups;
  readonly onChoose: (id: number | undefined) => void;
}

/** Longer lists have a search field. */
const MAX_MENU_OPTIONS = 12;

function GroupFilter({ id: groupId, lookups, onChoose }: LookupFilterProps) {
  const { t } = useTranslation();
  const { groups, getGroupTitle } = lookups;
  const options = groups.map(({ id, code, title }) => ({
    value: String(id),
    label: title,
    ...(code !== null && { aside: code }),
  }));
  const isUnknown = groupId !== undefined && !groups.some(({ id }) => id === groupId);
  const filter = {
    label: t('terms.group'),
    options: isUnknown ? [...options, { value: String(groupId), label: getGroupTitle(groupId) }] : options,
    value: groupId === undefined ? null : String(groupId),
    onChange: (chosen: string | null) => onChoose(chosen === null ? undefined : Number(chosen)),
  };
  if (options.length <= MAX_MENU_OPTIONS) return <FilterMenu {...filter} />;
  return <SearchableFilter {...filter} searchLabel={t('catalog.searchGroup')} nothing={t('catalog.noGroup')} />;
}

/** The VAT rates of the home country and foreign ones of the products in view. */
function RateFilter({ id: rateId, lookups: { rates, formatRateLabel }, onChoose }: LookupFilterProps) {
  const { t } = useTranslation();
  const ids = rates.map(({ id }) => id);
  const offered = rateId === undefined || ids.includes(rateId) ? ids : [...ids, rateId];
  return (
    <FilterMenu
      label={t('catalog.rate')}
      options={offered.map((id) => ({ value: String(id), label: formatRateLabel(id) }))}
      value={rateId === undefined ? null : String(rateId)}
      onChange={(chosen) => onChoose(chosen === null ? undefined : Number(chosen))}
    />
  );
}

interface SearchableOption {
  readonly value: string;
  readonly label: string;
  /** A number or code beside the label, which is searched too. */
  readonly aside?: string;
}

interface SearchableFilterProps {
  readonly label: string;
  readonly options: readonly SearchableOption[];
  /** `null` if nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly searchLabel: string;
  /** Shown if no option matches. */
  readonly nothing: string;
}

/** A `FilterMenu` for a long list, with a search field for its options. */
export function SearchableFilter(props: SearchableFilterProps) {
  const { label, options, value, onChange, searchLabel, nothing } = props;
  const [term, setTerm] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTerm('');
    },
  });
  const chosen = options.find((option) => option.value === value);
  const matches = options.filter((option) => matchesTerm(option, term));

  const choose = (next: string) => {
    onChange(next);
    combobox.closeDropdown();
  };
  const search = (text: string) => {
    setTerm(text);
    combobox.selectFirstOption();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={280} position="bottom-start" withinPortal={false}>
      <FilterButton
        label={label}
        text={value && (chosen?.label ?? value)}
        onRemove={() => onChange(null)}
        onClick={() => combobox.toggleDropdown()}
        target={ComboboxButton}
      />
      <Combobox.Dropdown>
        <Combobox.Search
          value={term}
          onChange={(event) => search(event.currentTarget.value)}
          aria-label={searchLabel}
          placeholder={searchLabel}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={label}>
          {matches.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              className={styles.option}
            >
              <span>{option.label}</span>
              <span className={styles.aside}>{option.aside}</span>
              {option.value === value && <IconCheck size={14} aria-hidden />}
            </Combobox.Option>
          ))}
          {matches.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function ComboboxButton({ children }: { readonly children: ReactElement }) {
  return <Combobox.Target targetType="button">{children}</Combobox.Target>;
}

function matchesTerm({ label, aside = '' }: SearchableOption, term: string): boolean {
  const text = foldText(`${aside} ${label}`);
  return foldText(term)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function ProductSearch({ onChange }: { readonly onChange: ChangeCatalog }) {
  const { t } = useTranslation();
  const { text, type, settle } = useTypedTerm(onChange);
  return (
    <>
      <TextInput
        type="search"
        w="clamp(180px, 20vw, 280px)"
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={t('catalog.search')}
        placeholder={t('catalog.search')}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={text && <CloseButton size="sm" aria-label={t('states.clearSearch')} onClick={() => type('')} />}
      />
      {text !== '' && <PrintedFilter label={t('print.term')} text={text.trim()} />}
    </>
  );
}

/**
 * The text of the search field. The address contains it trimmed and follows each letter. Only the first letter of a
 * term adds a history entry. After `settle` a new term begins.
 */
function useTypedTerm(change: ChangeCatalog) {
  const { history } = useRouter();
  // Read from the history, because the router's state lags behind and would lose letters of fast typing.
  const inAddress = useSyncExternalStore(history.subscribe, () => parseSearch(history.location.search)[TERM] ?? '');
  const [typed, setTyped] = useState(inAddress);
  const lastTyped = useRef<string | null>(null);

  const type = (text: string) => {
    setTyped(text);
    const term = text.trim();
    if (term === inAddress) return;
    change({ [TERM]: term === '' ? undefined : term }, { replaces: lastTyped.current === inAddress });
    lastTyped.current = term;
  };
  const settle = () => {
    lastTyped.current = null;
  };
  return { text: typed.trim() === inAddress ? typed : inAddress, type, settle };
}

const TERM = 'q';
