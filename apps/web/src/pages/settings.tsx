import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { subscriptionQuery } from '../api/queries.js';
import { storedKey, storeKey } from '../api/session.js';
import design from '../design/design.module.css';
import { Card, ErrorState, Facts, SkeletonLines } from '../design/index.js';
import { usePageTitle } from '../page-title.js';
import css from './page.module.css';

/** The visitor's key. It is kept for this tab's session, and sent in a header only. */
export function SettingsPage() {
  usePageTitle('Key');
  const [key, setKey] = useState(storedKey);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('key') as HTMLInputElement;
    const text = input.value.trim();
    if (!/^[\x21-\x7e]+$/.test(text)) return;
    input.value = '';
    storeKey(text);
    setKey(text);
  };
  return (
    <>
      <h1>Key</h1>
      <Card
        title="Your key"
        note="kept for this tab until it is closed; sent in a header, never in an address"
      >
        <form className={css['form']} onSubmit={save}>
          <label className={design['field']}>
            API key or JWT
            <input
              name="key"
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder={key === null ? 'sk_live_…' : 'replaces the one that is set'}
              required
            />
          </label>
          <div className={design['buttons']}>
            <button type="submit" className={`${design['button']} ${design['primary']}`}>
              Use this key
            </button>
            <button
              type="button"
              className={design['button']}
              disabled={key === null}
              onClick={() => {
                storeKey(null);
                setKey(null);
              }}
            >
              Forget it
            </button>
          </div>
        </form>
        <p className={design['note']} style={{ marginTop: 12 }}>
          {key === null ? 'No key is set.' : `A key is set; it begins with ${key.slice(0, 12)}.`}
        </p>
      </Card>
      <Subscription isSet={key !== null} />
    </>
  );
}

function Subscription({ isSet }: { isSet: boolean }) {
  const found = useQuery({ ...subscriptionQuery(), enabled: isSet });
  if (!isSet) return null;
  return (
    <Card title="What it may do">
      {found.data === undefined ? (
        found.error === null ? (
          <SkeletonLines count={2} what="the subscription" />
        ) : (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        )
      ) : (
        <Facts
          facts={[
            ['Account', found.data.account],
            ['Subscription', found.data.status ?? 'none'],
            ['Gives access', found.data.grants_access ? 'yes' : 'no'],
            ['Plan', found.data.plan],
          ]}
        />
      )}
    </Card>
  );
}
