import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import design from '../../design/design.module.css';
import { type FeedFilter, feedFilterOf } from '../../feed-filter.js';
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
        isRight={(text) => feedFilterOf({ loss: text }).loss !== undefined}
        onValue={(text) => change('loss', text)}
      />
      <Text
        label="Token (mint)"
        value={filter.mint ?? ''}
        placeholder="its address"
        isRight={(text) => feedFilterOf({ mint: text }).mint !== undefined}
        onValue={(text) => change('mint', text)}
      />
      <Text
        label="DEX"
        value={filter.dex ?? ''}
        placeholder="Raydium CPMM"
        isRight={(text) => feedFilterOf({ dex: text }).dex !== undefined}
        onValue={(text) => change('dex', text)}
      />
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
  isRight,
  onValue,
}: {
  label: string;
  value: string;
  placeholder: string;
  isRight: (text: string) => boolean;
  onValue: (text: string) => void;
}) {
  const [isWrong, setWrong] = useState(false);
  const take = (text: string): void => {
    const isFine = text === '' || isRight(text);
    setWrong(!isFine);
    if (isFine && text !== value) onValue(text);
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
        title={isWrong ? 'This is not a value of the filter.' : undefined}
        onBlur={(event) => take(event.currentTarget.value.trim())}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') take(event.currentTarget.value.trim());
        }}
      />
    </label>
  );
}
