import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { CHECK_RANGE } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { ErrorState } from '../../design/index.js';
import { fetchedText } from '../../sentences/fetched.js';

/** Questions that are asked again once the slots are there. */
const ABOUT_TRANSACTION = ['check', 'transaction', 'context'];

/** A button that has the block of a transaction and those around it fetched from a node, and what became of that. */
export function FetchSlots({
  signature,
  account,
  text,
}: {
  signature: string;
  account: string;
  text: string;
}) {
  const queries = useQueryClient();
  const fetching = useMutation({
    mutationFn: () => api().jobs.backfillTransaction({ signature, account, slotRange: CHECK_RANGE }),
    onSuccess: () =>
      Promise.all(
        ABOUT_TRANSACTION.map((name) => queries.invalidateQueries({ queryKey: [name, signature] })),
      ),
  });
  if (fetching.error !== null)
    return <ErrorState error={fetching.error} retry={() => fetching.mutate()} isQuestion={false} />;
  return (
    <p className={design['buttons']} style={{ marginTop: 10, alignItems: 'center' }} role="status">
      {fetching.data === undefined ? (
        <button
          type="button"
          className={`${design['button']} ${design['primary']}`}
          disabled={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {fetching.isPending ? 'Fetching from the chain…' : text}
        </button>
      ) : (
        fetchedText(fetching.data)
      )}
    </p>
  );
}
