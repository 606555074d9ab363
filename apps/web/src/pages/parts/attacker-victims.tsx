import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Sandwich, sandwichesQuery } from '../../api/queries.js';
import { Address, Card, ErrorState, pathWith, Share, SkeletonLines, Sol, Table } from '../../design/index.js';
import { toCsv } from '../../format/csv.js';
import { plural } from '../../format/text.js';
import { SandwichList, sandwichesCsv } from './sandwich-list.js';

const LISTED = 100;
const SHOWN = 20;

/** Whom an attacker took from, and with which sandwiches, the newest of them. */
export function VictimsAndSandwiches({ address }: { address: string }) {
  const made = useQuery(sandwichesQuery({ attacker: address }, LISTED));
  if (made.data === undefined)
    return (
      <Card title="Its victims">
        {made.error === null ? (
          <SkeletonLines count={6} what="its victims" />
        ) : (
          <ErrorState error={made.error} retry={() => void made.refetch()} />
        )}
      </Card>
    );
  const { sandwiches, next_cursor: next } = made.data;
  const victims = victimsOf(sandwiches);
  const path = pathWith('/mev/sandwiches', { attacker: address, limit: String(LISTED) });
  const which = `${next === null ? '' : 'the newest '}${plural(sandwiches.length, 'sandwich', 'sandwiches')}`;
  return (
    <>
      <Card
        title="Its victims"
        note={`${plural(victims.length, 'wallet')} in ${which}`}
        aside={
          <Share
            question={{ path }}
            name={`victims-of-${address}`}
            json={victims}
            csv={() =>
              toCsv(
                ['wallet', 'trades', 'loss_sol', 'loss_unknown'],
                victims.map(({ wallet, trades, sol, unknown }) => [wallet, trades, sol, unknown]),
              )
            }
          />
        }
      >
        <Table
          caption="Wallets that lost to it, the largest loss first"
          rows={victims.slice(0, SHOWN)}
          keyOf={({ wallet }) => wallet}
          columns={[
            { name: 'Victim', cell: ({ wallet }) => <Address address={wallet} /> },
            { name: 'Trades', isNumber: true, cell: ({ trades }) => trades },
            {
              name: 'Lost',
              isNumber: true,
              cell: ({ sol, trades, unknown }) => <Sol sol={unknown === trades ? null : String(sol)} />,
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
        aside={
          <Share
            question={{ path }}
            name={`sandwiches-of-${address}`}
            json={made.data}
            csv={() => sandwichesCsv(sandwiches)}
          />
        }
      >
        <SandwichList
          sandwiches={sandwiches.slice(0, SHOWN)}
          caption="Sandwiches that this wallet made, newest first"
        />
      </Card>
    </>
  );
}

interface Victim {
  wallet: string;
  trades: number;
  sol: number;
  /** Trades whose loss is not known in SOL; `sol` leaves them out. */
  unknown: number;
}

function victimsOf(sandwiches: readonly Sandwich[]): Victim[] {
  const byWallet = new Map<string, Victim>();
  for (const { wallet, loss } of sandwiches.flatMap(({ victims }) => victims)) {
    const sum = byWallet.get(wallet) ?? { wallet, trades: 0, sol: 0, unknown: 0 };
    const sol = loss?.sol ?? null;
    byWallet.set(wallet, {
      wallet,
      trades: sum.trades + 1,
      sol: sum.sol + Number(sol ?? 0),
      unknown: sum.unknown + (sol === null ? 1 : 0),
    });
  }
  return [...byWallet.values()].sort((left, right) => right.sol - left.sol);
}
