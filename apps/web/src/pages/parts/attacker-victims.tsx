import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import { ATTACKER_LISTED, type Sandwich, sandwichesQuery } from '../../api/queries.js';
import {
  Address,
  AwaitedCards,
  Card,
  pathWith,
  Share,
  SkeletonLines,
  Sol,
  Table,
} from '../../design/index.js';
import { plural } from '../../format/text.js';
import { addLoss, type LossSum, NO_LOSS } from '../../loss-sum.js';
import { isLeast, LEAST_HINT } from '../../sentences/loss.js';
import { pageCsv, SandwichList } from './sandwich-list.js';

const SHOWN = 20;

/** List of those an attacker took from, and of the sandwiches, newest first. */
export function VictimsAndSandwiches({ address }: { address: string }) {
  const asked = useQuery(sandwichesQuery({ attacker: address }, ATTACKER_LISTED));
  return (
    <AwaitedCards of={asked} title="Its victims" waiting={<SkeletonLines count={6} what="its victims" />}>
      {(made) => <Made address={address} made={made} />}
    </AwaitedCards>
  );
}

function Made({
  address,
  made,
}: {
  address: string;
  made: { sandwiches: readonly Sandwich[]; next_cursor: string | null };
}) {
  const { sandwiches, next_cursor: next } = made;
  const victims = victimsOf(sandwiches);
  const path = pathWith('/mev/sandwiches', { attacker: address, limit: String(ATTACKER_LISTED) });
  const which = `${next === null ? '' : 'the newest '}${plural(sandwiches.length, 'sandwich', 'sandwiches')}`;
  return (
    <>
      <Card
        title="Its victims"
        note={`${plural(victims.length, 'wallet')} in ${which}`}
        aside={<Share question={{ path }} name={`victims-of-${address}`} of={victims} csv={victimsCsv} />}
      >
        <Table
          caption="Wallets that lost to it, the largest loss first"
          rows={victims.slice(0, SHOWN)}
          keyOf={({ wallet }) => wallet}
          columns={[
            { name: 'Victim', cell: ({ wallet }) => <Address address={wallet} /> },
            { name: 'Trades', isNumber: true, cell: ({ count }) => count },
            {
              name: 'Lost',
              isNumber: true,
              hint: LEAST_HINT,
              cell: ({ sol, count, unknown, isLeast: isSumLeast }) => (
                <Sol sol={unknown === count ? null : String(sol)} isLeast={isSumLeast} />
              ),
            },
            {
              name: 'Around its trades',
              cell: ({ wallet }) => (
                <Link to="/compare" search={{ a: wallet, b: address }}>
                  Compare the two
                </Link>
              ),
            },
          ]}
        />
      </Card>
      <Card
        title="Its sandwiches"
        note={next === null ? which : `${which}; the first ${SHOWN} of them`}
        aside={<Share question={{ path }} name={`sandwiches-of-${address}`} of={made} csv={pageCsv} />}
      >
        <SandwichList
          sandwiches={sandwiches.slice(0, SHOWN)}
          caption="Sandwiches that this wallet made, newest first"
        />
      </Card>
    </>
  );
}

interface Victim extends LossSum {
  wallet: string;
}

const victimsCsv = (victims: readonly Victim[]): string =>
  csvTable(
    ['wallet', 'trades', 'loss_sol', 'loss_unknown', 'loss_is_least'],
    victims.map((one) => [one.wallet, one.count, one.sol, one.unknown, one.isLeast]),
  );

function victimsOf(sandwiches: readonly Sandwich[]): Victim[] {
  const byWallet = new Map<string, Victim>();
  for (const victim of sandwiches.flatMap(({ victims }) => victims)) {
    const { wallet } = victim;
    const sum = addLoss(byWallet.get(wallet) ?? NO_LOSS, victim.loss, isLeast(victim));
    byWallet.set(wallet, { wallet, ...sum });
  }
  return [...byWallet.values()].sort((left, right) => right.sol - left.sol);
}
