import type { Schemas } from '@tickscope/sdk';
import design from '../../design/design.module.css';
import { Address, Card, Sol, Table } from '../../design/index.js';
import { nameText } from '../../format/text.js';
import { sandwichesOf } from '../../verdict.js';
import css from '../page.module.css';

const MOST_ROWS = 10;

type Trade = Schemas['WalletTrade'];

interface Sum {
  key: string;
  label: string | null;
  dex: string | null;
  sandwiches: number;
  sol: number;
  /** Sandwiches whose loss is not known in SOL; `sol` leaves them out. */
  unknown: number;
}

/** Who sandwiched a wallet, and in which pools; nothing where it was not. */
export function WalletSums({ trades }: { trades: readonly Trade[] }) {
  const attackers = new Map<string, Sum>();
  const pools = new Map<string, Sum>();
  for (const trade of trades)
    for (const { id, loss } of sandwichesOf(trade)) {
      const incident = trade.incidents.find(({ sandwich }) => sandwich.id === id)!;
      const pool = trade.pools.find(({ pool_address: address }) => address === incident.pool_address);
      const sol = loss?.sol ?? null;
      add(attackers, { key: incident.attacker_signer, label: null, dex: null }, sol);
      add(
        pools,
        { key: incident.pool_address, label: incident.pool_label, dex: pool?.dex_name ?? null },
        sol,
      );
    }
  if (attackers.size === 0) return null;
  return (
    <div className={css['two']}>
      <Card title="Who did it">
        <Table
          caption="Attackers of this wallet"
          rows={largest(attackers)}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Attacker', cell: ({ key }) => <Address address={key} /> },
            { name: 'Sandwiches', isNumber: true, cell: ({ sandwiches }) => sandwiches },
            { name: 'Lost to it', isNumber: true, cell: (sum) => <Lost sum={sum} /> },
          ]}
        />
      </Card>
      <Card title="Where">
        <Table
          caption="Pools in which this wallet was sandwiched"
          rows={largest(pools)}
          keyOf={({ key }) => key}
          columns={[
            {
              name: 'Pool',
              cell: ({ key, label }) => <Address address={key} label={label} page="account" />,
            },
            {
              name: 'DEX',
              cell: ({ dex }) => (dex === null ? 'not known' : <bdi>{nameText(dex)}</bdi>),
            },
            { name: 'Sandwiches', isNumber: true, cell: ({ sandwiches }) => sandwiches },
            { name: 'Lost', isNumber: true, cell: (sum) => <Lost sum={sum} /> },
          ]}
        />
      </Card>
    </div>
  );
}

function add(sums: Map<string, Sum>, of: Pick<Sum, 'key' | 'label' | 'dex'>, sol: string | null): void {
  const sum = sums.get(of.key) ?? { ...of, sandwiches: 0, sol: 0, unknown: 0 };
  sums.set(of.key, {
    ...sum,
    sandwiches: sum.sandwiches + 1,
    sol: sum.sol + Number(sol ?? 0),
    unknown: sum.unknown + (sol === null ? 1 : 0),
  });
}

const largest = (sums: ReadonlyMap<string, Sum>): Sum[] =>
  [...sums.values()].sort((left, right) => right.sol - left.sol).slice(0, MOST_ROWS);

function Lost({ sum: { sol, sandwiches, unknown } }: { sum: Sum }) {
  if (unknown === sandwiches) return <Sol sol={null} />;
  return (
    <>
      <Sol sol={String(sol)} />
      {unknown > 0 && <span className={design['note']}> and {unknown} not known</span>}
    </>
  );
}
