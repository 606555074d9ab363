import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CHECK_RANGE, type Check, checkQuery, sandwichQuery, transactionQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Amount,
  Card,
  CoverageBanner,
  ErrorState,
  Facts,
  Share,
  Signature,
  Skeleton,
  Sol,
  Time,
} from '../design/index.js';
import { shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { offsetText, sandwichesOf, type Verdict, verdictOf } from '../verdict.js';
import css from './page.module.css';
import { Certainty } from './parts/certainty.js';
import { Context } from './parts/context.js';
import { SandwichParts } from './parts/sandwich-parts.js';

const route = getRouteApi('/tx/$signature');

/** Was this trade sandwiched, what did it cost, who did it, who else was near, and how sure is that? */
export function TransactionPage() {
  const { signature } = route.useParams();
  const checked = useQuery(checkQuery(signature));
  const transaction = useQuery(transactionQuery(signature));
  // Shown when both are there: the time would break the lines of what stands already.
  const known = checked.data?.check;
  const check = transaction.isPending ? undefined : known;
  const verdict = check === undefined ? null : verdictOf(check, CHECK_RANGE);
  usePageTitle(
    verdict === null ? `Transaction ${shorten(signature)}` : `${verdict.sentence} ${shorten(signature)}`,
  );
  const sandwichId =
    known === undefined ? null : (sandwichesOf(known)[0]?.id ?? known.roles[0]?.sandwich_id ?? null);
  const sandwich = useQuery({ ...sandwichQuery(sandwichId ?? ''), enabled: sandwichId !== null });

  if (checked.error !== null && known === undefined)
    return (
      <Card>
        <h1 className={design['visuallyHidden']}>Transaction {shorten(signature)}</h1>
        <ErrorState error={checked.error} retry={() => void checked.refetch()} />
      </Card>
    );
  const accounts = [
    ...(check?.pools.map(({ pool_address, pool_label }) => ({ account: pool_address, label: pool_label })) ??
      []),
    ...(transaction.data?.markets.map(({ poolAddress, account_label }) => ({
      account: poolAddress,
      label: account_label,
    })) ?? []),
    ...(transaction.data?.tokens.map((mint) => ({ account: mint, label: `token ${shorten(mint)}` })) ?? []),
    ...(check?.signer == null
      ? []
      : [{ account: check.signer, label: `its signer ${shorten(check.signer)}` }]),
  ];
  const unique = [...new Map(accounts.map((one) => [one.account, one])).values()];
  const evidence = check === undefined ? undefined : sandwichesOf(check)[0];
  // Of an attacker's own transaction the sandwich comes later. All wait for it: each card moves what is below it.
  const isEvidenceKnown =
    check !== undefined && (evidence !== undefined || sandwichId === null || !sandwich.isPending);
  return (
    <>
      <div className={css['top']}>
        <Card>
          {!isEvidenceKnown || verdict === null ? (
            <VerdictSkeleton signature={signature} />
          ) : (
            <VerdictText {...{ check, verdict, signature }} time={transaction.data?.blockTime ?? null} />
          )}
        </Card>
        {!isEvidenceKnown ? (
          <Card>
            <Skeleton height={180} />
          </Card>
        ) : (
          <Certainty check={check} evidence={evidence ?? sandwich.data} transaction={transaction.data} />
        )}
      </div>
      <CoverageBanner coverage={isEvidenceKnown ? check.coverage : null} />
      {sandwichId !== null &&
        isEvidenceKnown &&
        (sandwich.data === undefined ? (
          <Card title="What happened to the price">
            {sandwich.error === null ? (
              <Skeleton height={322} />
            ) : (
              <ErrorState error={sandwich.error} retry={() => void sandwich.refetch()} />
            )}
          </Card>
        ) : (
          <SandwichParts sandwich={sandwich.data} signature={signature} />
        ))}
      {check?.found === true && check.slot !== null && unique.length > 0 && (
        <Context
          {...{ signature }}
          slot={check.slot}
          accounts={unique}
          isShown={sandwichId === null || !sandwich.isPending}
        />
      )}
      {check?.found === true && unique.length === 0 && transaction.isPending && (
        <Card title="Who touched this account, tick by tick">
          <Skeleton height={460} />
        </Card>
      )}
    </>
  );
}

function VerdictSkeleton({ signature }: { signature: string }) {
  return (
    <div className={css['verdict']} role="status" aria-label="Loading the verdict">
      <h1 className={design['visuallyHidden']}>Transaction {shorten(signature)}</h1>
      <Skeleton height={36} width="80%" />
      <Skeleton height={22} width="60%" />
      <Skeleton height={92} />
    </div>
  );
}

function VerdictText({
  check,
  verdict,
  signature,
  time,
}: {
  check: Check;
  verdict: Verdict;
  signature: string;
  time: number | null;
}) {
  const evidence = sandwichesOf(check)[0];
  const near = (type: string) =>
    check.incidents.find(
      ({ interaction_type, sandwich }) => interaction_type === type && sandwich.id === evidence?.id,
    );
  const front = near('sandwich_frontrun');
  const back = near('sandwich_backrun');
  const pool = check.pools[0];
  return (
    <div className={css['verdict']} data-verdict={check.verdict}>
      <h1>{verdict.sentence}</h1>
      <p className={css['lead']}>
        {check.signer !== null && <Address address={check.signer} />}{' '}
        {pool === undefined ? (
          'sent'
        ) : (
          <>
            traded <Address address={pool.pool_address} label={pool.pool_label} page="account" />
          </>
        )}{' '}
        {check.success === false && '(failed) '}
        <Time at={time} />
        {verdict.detail !== '' && <>. {verdict.detail}</>}
      </p>
      {evidence !== undefined && (
        <div className={css['facts']}>
          <Facts
            facts={[
              ['Lost', evidence.loss === null ? 'not known' : <Amount key="loss" of={evidence.loss} />],
              ['In SOL', <Sol key="sol" sol={evidence.loss?.sol ?? null} />],
              ['Attacker earned', <Amount key="gain" of={evidence.net_gain ?? evidence.gain} />],
              ...(front === undefined
                ? []
                : ([['Frontrun', offsetText(Number(front.poh_tick_offset))]] as const)),
              ...(back === undefined
                ? []
                : ([['Backrun', offsetText(Number(back.poh_tick_offset))]] as const)),
            ]}
          />
        </div>
      )}
      <div className={design['buttons']} style={{ marginTop: 10, alignItems: 'center' }}>
        <Signature signature={signature} />
        {check.slot !== null && (
          <Link to="/slot/$slot" params={{ slot: String(check.slot) }} className={design['button']}>
            Its slot
          </Link>
        )}
        <Share
          question={{
            method: 'POST',
            path: '/mev/check-sandwich-fast',
            body: { signature, slot_range: CHECK_RANGE },
          }}
          name={`check-${signature}`}
          json={check}
        />
      </div>
    </div>
  );
}
