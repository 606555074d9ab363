import { useMutation, useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { type FormEvent, useId } from 'react';
import { api, queryClient } from '../../api/client.js';
import { keysQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Awaited, Card, Copy, ErrorState, SkeletonLines, Table, Time } from '../../design/index.js';
import { nameText } from '../../format/text.js';
import css from '../page.module.css';

type Key = Schemas['ApiKey'];

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['keys'] });

/** The keys of the account: made, listed and revoked with a JWT. */
export function Keys({ onUse }: { onUse: (key: string) => void }) {
  const found = useQuery(keysQuery());
  const create = useMutation({
    mutationFn: async (input: { name: string; kind: Key['kind']; expires_at: string | null }) =>
      (await api().createKey(input)).data,
    onSettled: refresh,
  });
  return (
    <Card title="Keys of your account" note="their values are shown once, when they are made">
      <NewKey onCreate={create.mutate} isBusy={create.isPending} />
      <div role="status" style={{ marginTop: 12 }}>
        {create.data !== undefined && (
          <p className={design['banner']}>
            <strong>Store it now:</strong>{' '}
            <code className={design['mono']} style={{ overflowWrap: 'anywhere' }} data-new-key>
              {create.data.key}
            </code>
            <Copy text={create.data.key} what="key" />{' '}
            <button type="button" className={design['button']} onClick={() => onUse(create.data.key)}>
              Use it here
            </button>
          </p>
        )}
      </div>
      {create.error !== null && <ErrorState error={create.error} />}
      <Awaited of={found} waiting={<SkeletonLines count={3} what="the keys" />}>
        {({ keys }) => <Listed keys={keys} />}
      </Awaited>
    </Card>
  );
}

function NewKey({
  onCreate,
  isBusy,
}: {
  onCreate: (input: { name: string; kind: Key['kind']; expires_at: string | null }) => void;
  isBusy: boolean;
}) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const date = String(form.get('expires'));
    onCreate({
      name: String(form.get('name')).trim(),
      kind: form.get('kind') === 'test' ? 'test' : 'live',
      // To the end of that day.
      expires_at: date === '' ? null : `${date}T23:59:59Z`,
    });
    event.currentTarget.reset();
  };
  return (
    <form className={css['form']} onSubmit={submit} aria-labelledby={id}>
      <h3 id={id} className={design['visuallyHidden']}>
        A new key
      </h3>
      <label className={design['field']}>
        Name
        <input name="name" maxLength={100} autoComplete="off" spellCheck={false} required pattern=".*\S.*" />
      </label>
      <label className={design['field']}>
        Kind
        <select name="kind" defaultValue="live">
          <option value="live">live</option>
          <option value="test">test</option>
        </select>
      </label>
      <label className={design['field']}>
        Expires, if at all
        <input name="expires" type="date" />
      </label>
      <button
        type="submit"
        className={`${design['button']} ${design['primary']}`}
        style={{ minHeight: 36 }}
        disabled={isBusy}
      >
        Make a key
      </button>
    </form>
  );
}

function Listed({ keys }: { keys: readonly Key[] }) {
  const revoke = useMutation({
    mutationFn: (id: string) => api().revokeKey({ id }),
    onSettled: refresh,
  });
  if (keys.length === 0) return <p className={design['note']}>The account has no keys yet.</p>;
  return (
    <>
      {revoke.error !== null && <ErrorState error={revoke.error} />}
      <Table
        caption="Keys of this account"
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name }) => <bdi>{nameText(name)}</bdi> },
          { name: 'Begins with', cell: ({ prefix }) => <code className={design['mono']}>{prefix}</code> },
          { name: 'Made', cell: ({ created_at: at }) => <Time at={at} /> },
          {
            name: 'Last used',
            cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time at={at} />),
          },
          { name: 'State', cell: (key) => <State of={key} /> },
          {
            name: 'Revoke',
            cell: ({ id, name, revoked_at: revokedAt }) =>
              revokedAt === null && (
                <button
                  type="button"
                  className={design['button']}
                  aria-label={`Revoke ${nameText(name)}`}
                  disabled={revoke.isPending}
                  onClick={() => {
                    if (confirm(`Revoke “${nameText(name)}”? It stops working at once, for good.`))
                      revoke.mutate(id);
                  }}
                >
                  Revoke
                </button>
              ),
          },
        ]}
      />
    </>
  );
}

function State({ of: { expires_at: expiresAt, revoked_at: revokedAt } }: { of: Key }) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : `valid until ${expiresAt.slice(0, 10)}`;
}
