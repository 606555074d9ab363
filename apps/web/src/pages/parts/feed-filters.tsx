import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { lastHourQuery } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { DEX_NAMES } from '../../dex-names.js';
import { type FeedFilter, feedFilterOf } from '../../feed-filter.js';
import { mintOf, tokensOf } from '../../tokens.js';
import css from '../page.module.css';

/** The filters of the feed. They are the address of the page, so that a link shows the same. */
export function FeedFilters({ filter }: { filter: FeedFilter }) {
  const navigate = useNavigate();
  const set = (search: FeedFilter): void =>
    void navigate({ to: '/', search, replace: true, resetScroll: false });
  const change = (name: keyof FeedFilter, value: string): void => {
    const { [name]: _before, ...others } = filter;
    set({ ...others, ...feedFilterOf({ [name]: value }) });
  };
  const { data: hour } = useQuery(lastHourQuery());
  const tokens = useMemo(() => tokensOf(hour?.sandwiches ?? []), [hour]);
  const isSet = Object.keys(filter).length > 0;
  return (
    <search className={css['filters']} aria-label="Filters of the feed">
      <label className={design['field']}>
        Certainty
        <select
          value={filter.confidence ?? ''}
          onChange={(event) => change('confidence', event.target.value)}
        >
          <option value="">exact and loose</option>
          <option value="exact">exact only</option>
          <option value="all">suspected, too</option>
        </select>
      </label>
      <Text
        label="Lost at least, SOL"
        value={String(filter.loss ?? '')}
        placeholder="0.05"
        read={(text) => (feedFilterOf({ loss: text }).loss === undefined ? null : text)}
        onValue={(text) => change('loss', text)}
      />
      <Text
        label="Token"
        value={tokens.find(({ mint }) => mint === filter.mint)?.name ?? filter.mint ?? ''}
        placeholder="its symbol or mint"
        read={(text) => mintOf(text, tokens)}
        onValue={(mint) => change('mint', mint)}
        choices={tokens.map(({ name }) => name)}
      />
      <label className={design['field']}>
        DEX
        <select value={filter.dex ?? ''} onChange={(event) => change('dex', event.target.value)}>
          <option value="">all</option>
          {DEX_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label className={css['check']}>
        <input
          type="checkbox"
          checked={filter.final === 'yes'}
          onChange={(event) => change('final', event.target.checked ? 'yes' : '')}
        />
        Final only
      </label>
      <button type="button" className={design['button']} disabled={!isSet} onClick={() => set({})}>
        Clear
      </button>
    </search>
  );
}

/** A field that counts once it is left, or on Enter. */
function Text({
  label,
  value,
  placeholder,
  read,
  onValue,
  choices = [],
}: {
  label: string;
  value: string;
  placeholder: string;
  /** Reads a text; null where it means nothing, or not one thing. */
  read: (text: string) => string | null;
  onValue: (value: string) => void;
  /** Offered while one types. */
  choices?: readonly string[];
}) {
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const take = (text: string): void => {
    const meant = text === '' ? '' : read(text);
    setWrong(meant === null);
    if (meant !== null && text !== value) onValue(meant);
  };
  return (
    <label className={design['field']}>
      {label}
      <input
        key={value}
        type="text"
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        title={isWrong ? 'This is not a value of the filter, or several have it.' : undefined}
        list={choices.length === 0 ? undefined : id}
        onBlur={(event) => take(event.currentTarget.value.trim())}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') take(event.currentTarget.value.trim());
        }}
      />
      {choices.length > 0 && (
        <datalist id={id}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </label>
  );
}
