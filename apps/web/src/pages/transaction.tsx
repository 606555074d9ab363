import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  CHECK_RANGE,
  type Check,
  checkQuery,
  explanationQuery,
  type Sandwich,
  sandwichQuery,
  transactionQuery,
} from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Amount,
  AwaitedCards,
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
import { isLeast } from '../sentences/loss.js';
import { legsAround, sandwichesOf, type Verdict, verdictOf } from '../sentences/verdict.js';
import css from './page.module.css';
import { Certainty } from './parts/certainty.js';
import { Context } from './parts/context.js';
import { FetchSlots } from './parts/fetch-slots.js';
import { SandwichParts } from './parts/sandwich-parts.js';

const route = getRouteApi('/tx/$signature');
/** The account whose transactions a backfill counts where none of the transaction is known. */
const SYSTEM_PROGRAM = '1'.repeat(32);

/** Was this trade sandwiched, what did it cost, who did it, who else was near, and how sure is that? */
export function TransactionPage() {
  const { signature } = route.useParams();
  const checked = useQuery(checkQuery(signature));
  const transaction = useQuery(transactionQuery(signature));
  // Shown when both are there: the time would break the lines of what stands already.
  const known = checked.data?.check;
  const progress = checked.data?.progress ?? null;
  const check = transaction.isPending ? undefined : known;
  const verdict = check === undefined ? null : verdictOf(check, CHECK_RANGE, progress);
  usePageTitle(
    verdict === null ? `Transaction ${shorten(signature)}` : `${verdict.sentence} ${shorten(signature)}`,
  );
  const sandwichId = known === undefined ? null : sandwichIdOf(known);
  const sandwich = useQuery({ ...sandwichQuery(sandwichId ?? ''), enabled: sandwichId !== null });

  const hasFailed = known?.success === false;
  const explanation = useQuery({ ...explanationQuery(signature), enabled: hasFailed });

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
    check !== undefined &&
    (evidence !== undefined || sandwichId === null || !sandwich.isPending) &&
    (!hasFailed || !explanation.isPending);
  return (
    <>
      <div className={css['top']}>
        <Card>
          {!isEvidenceKnown || verdict === null ? (
            <VerdictSkeleton signature={signature} />
          ) : (
            <VerdictText
              {...{ check, verdict, signature }}
              time={transaction.data?.blockTime ?? null}
              failure={explanation.data?.error?.sentence ?? null}
            />
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
      <CoverageBanner coverage={isEvidenceKnown ? check.coverage : null} progress={progress} />
      {sandwichId !== null && isEvidenceKnown && (
        <AwaitedCards of={sandwich} title="What happened to the price" waiting={<Skeleton height={322} />}>
          {(of) => <SandwichParts sandwich={of} signature={signature} />}
        </AwaitedCards>
      )}
      {check?.found === true && check.slot !== null && unique.length > 0 && (
        <Context
          {...{ signature, progress }}
          slot={check.slot}
          reach={sandwich.data === undefined ? 0 : reachOf(sandwich.data, check.slot)}
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

/** The sandwich that the page is about: of which the trade is a victim, before one of which it is a leg. */
function sandwichIdOf(check: Check): string | null {
  const role = check.roles.find(({ role: one }) => one === 'victim') ?? check.roles[0];
  return sandwichesOf(check)[0]?.id ?? role?.sandwich_id ?? null;
}

/** Slots from here to the furthest part of a sandwich. */
const reachOf = ({ legs, victims }: Sandwich, slot: number): number =>
  Math.max(0, ...[...legs, ...victims].map((part) => Math.abs(part.slot - slot)));

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
  failure,
}: {
  check: Check;
  verdict: Verdict;
  signature: string;
  time: number | null;
  /** Why it failed; null if it did not, or is not known. */
  failure: string | null;
}) {
  const evidence = sandwichesOf(check)[0];
  const legs = evidence === undefined ? null : legsAround(check, evidence.id);
  const pool = check.pools[0];
  return (
    <div className={css['verdict']} data-verdict={check.verdict}>
      <h1>{verdict.sentence}</h1>
      {failure !== null && <p className={css['lead']}>{failure}</p>}
      <p className={css['lead']}>
        {check.found && (
          <>
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
            {verdict.detail !== '' && '. '}
          </>
        )}
        {verdict.detail}
      </p>
      {verdict.isFetchable === true && (
        <FetchSlots
          signature={signature}
          account={pool?.pool_address ?? check.signer ?? SYSTEM_PROGRAM}
          text={check.found ? 'Fetch the slots around it' : 'Fetch it from the chain'}
        />
      )}
      {evidence !== undefined && (
        <Facts
          isApart
          facts={[
            [
              evidence.loss_side === 'paid' ? 'Paid too much' : 'Lost',
              evidence.loss === null ? (
                'not known'
              ) : (
                <Amount key="loss" of={evidence.loss} isLeast={isLeast(evidence)} />
              ),
            ],
            ['In SOL', <Sol key="sol" sol={evidence.loss?.sol ?? null} isLeast={isLeast(evidence)} />],
            ['Attacker earned', <Amount key="gain" of={evidence.net_gain ?? evidence.gain} />],
            ['Frontrun', legs?.frontrun ?? 'not known'],
            ['Backrun', legs?.backrun ?? 'not known'],
          ]}
        />
      )}
      <div className={design['buttons']} style={{ marginTop: 10, alignItems: 'center' }}>
        <Signature signature={signature} />
        {check.slot !== null && (
          <Link to="/slot/$slot" params={{ slot: String(check.slot) }} className={design['button']}>
            Slot {check.slot.toLocaleString('en')}
          </Link>
        )}
        <Share
          question={{
            path: '/mev/check-sandwich-fast',
            body: { signature, slot_range: CHECK_RANGE },
          }}
          name={`check-${signature}`}
          of={check}
        />
      </div>
    </div>
  );
}
