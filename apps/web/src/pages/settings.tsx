import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { API_URL } from '../api/client.js';
import { subscriptionQuery } from '../api/queries.js';
import { storeKey, useKey } from '../api/session.js';
import design from '../design/design.module.css';
import { Card, ErrorState, Facts } from '../design/index.js';
import { usePageTitle } from '../page-title.js';
import css from './page.module.css';
import { Keys } from './parts/keys.js';
import { UsageTable } from './parts/usage.js';

const DOCS_URL = new URL('docs', API_URL).href;

/** The visitor's key, which all tabs share, and what it may do. */
export function SettingsPage() {
  usePageTitle('Settings');
  const key = useKey();
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('key') as HTMLInputElement;
    const text = input.value.trim();
    if (!/^[\x21-\x7e]+$/.test(text)) return;
    input.value = '';
    storeKey(text);
  };
  return (
    <>
      <h1>Settings</h1>
      <Card
        title="Your key"
        note="kept until the last tab of this explorer is closed; sent in a header, never in an address"
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
              onClick={() => storeKey(null)}
            >
              Forget it
            </button>
          </div>
        </form>
        <p className={design['note']} style={{ marginTop: 12 }}>
          {key === null
            ? 'No key is set. Some servers let visitors read without one.'
            : `A key is set; it begins with ${key.slice(0, 12)}.`}{' '}
          The <a href={DOCS_URL}>documentation of the API</a> uses the same one.
        </p>
      </Card>
      {key !== null && (
        <>
          <Subscription />
          <UsageTable />
          {isApiKey(key) ? <AboutKeys /> : <Keys onUse={storeKey} />}
        </>
      )}
    </>
  );
}

/** All others are JWTs. */
const isApiKey = (key: string): boolean => key.startsWith('sk_');

function AboutKeys() {
  return (
    <Card title="Keys of your account">
      <p className={design['note']}>
        Keys are made, listed and revoked with a JWT of your identity provider: enter one above in place of
        the key. Operators use <code className={design['mono']}>tickscope keys</code>.
      </p>
    </Card>
  );
}

function Subscription() {
  const found = useQuery(subscriptionQuery());
  return (
    <Card title="What it may do">
      {found.data === undefined && found.error !== null ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Facts
          facts={[
            ['Account', found.data?.account],
            ['Subscription', found.data && (found.data.status ?? 'none')],
            ['Gives access', found.data && (found.data.grants_access ? 'yes' : 'no')],
            ['Plan', found.data?.plan],
          ]}
        />
      )}
    </Card>
  );
}
