import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { addressQuery } from '../api/queries.js';
import { Card, ErrorState, Skeleton } from '../design/index.js';

const route = getRouteApi('/address/$address');

/** Sends an address to the page of what it is: wallets to theirs, pools, tokens and programs to that of an account. */
export function AddressPage() {
  const { address } = route.useParams();
  const known = useQuery(addressQuery(address));
  if (known.data !== undefined) {
    const isWallet = known.data.kind === 'wallet' || known.data.kind === 'unknown';
    return isWallet ? (
      <Navigate to="/wallet/$address" params={{ address }} replace />
    ) : (
      <Navigate to="/account/$address" params={{ address }} replace />
    );
  }
  return (
    <Card>
      {known.error === null ? (
        <Skeleton height={220} />
      ) : (
        <ErrorState error={known.error} retry={() => void known.refetch()} />
      )}
    </Card>
  );
}
