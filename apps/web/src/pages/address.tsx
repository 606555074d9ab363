import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { addressQuery } from '../api/queries.js';
import { AwaitedCards, Skeleton } from '../design/index.js';

const route = getRouteApi('/address/$address');

/** Sends an address to the page of what it is: a wallet, a validator, or an account such as a pool, token or program. */
export function AddressPage() {
  const { address } = route.useParams();
  const known = useQuery(addressQuery(address));
  return (
    <AwaitedCards of={known} waiting={<Skeleton height={220} />}>
      {({ kind }) =>
        kind === 'validator' ? (
          <Navigate to="/validators" search={{ leader: address }} replace />
        ) : kind === 'wallet' || kind === 'unknown' ? (
          <Navigate to="/wallet/$address" params={{ address }} replace />
        ) : (
          <Navigate to="/account/$address" params={{ address }} replace />
        )
      }
    </AwaitedCards>
  );
}
