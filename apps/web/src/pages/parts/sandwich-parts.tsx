import { Link } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import {
  Address,
  Amount,
  Card,
  Download,
  Role,
  type RoleName,
  Signature,
  Sol,
  Table,
} from '../../design/index.js';
import { PriceDrawing } from '../../drawings/price-path/price-drawing.js';
import { toCsv } from '../../format/csv.js';
import { nameText, percent, plural, signed } from '../../format/text.js';

type Sandwich = Schemas['SandwichEvent'];

interface Part {
  key: string;
  role: RoleName;
  signature: string | null;
  wallet: string;
  slot: number;
  blockIndex: number;
  tick: string | null;
  paid: Schemas['TokenAmount'] | null;
  received: Schemas['TokenAmount'] | null;
  loss: Schemas['Loss'] | null;
}

/** The price through a sandwich, and its legs and victims in the order of the chain. */
export function SandwichParts({ sandwich, signature }: { sandwich: Sandwich; signature: string | null }) {
  const parts = partsOf(sandwich);
  const origin =
    parts.find((part) => part.signature === signature) ??
    parts.find(({ role }) => role === 'victim') ??
    parts[0];
  return (
    <>
      <Card title="What happened to the price" note={<bdi>{nameText(sandwich.pool.pool_label)}</bdi>}>
        <PriceDrawing sandwich={sandwich} signature={signature} />
      </Card>
      <Card
        title="The sandwich, in order"
        note={`${plural(sandwich.victim_count, 'victim')}${sandwich.attempt_count > 0 ? `, ${plural(sandwich.attempt_count, 'failed attempt')}` : ''}`}
        aside={
          <>
            {signature !== null && (
              <Link to="/sandwich/$id" params={{ id: sandwich.id }}>
                Its own page
              </Link>
            )}
            <Download name={`sandwich-${sandwich.id}`} type="csv" text={() => csvOf(parts)} />
            <Download
              name={`sandwich-${sandwich.id}`}
              type="json"
              text={() => JSON.stringify(sandwich, null, 2)}
            />
          </>
        }
      >
        <Table
          caption="Legs and victims of the sandwich, in the order of the chain"
          rows={parts}
          keyOf={({ key }) => key}
          toneOf={(part) => (part.signature !== null && part.signature === signature ? 'you' : undefined)}
          columns={[
            { name: 'Ticks', isNumber: true, cell: (part) => offsetOf(part, origin) },
            { name: 'Role', cell: ({ role }) => <Role role={role} /> },
            {
              name: 'Transaction',
              cell: (part) => (part.signature === null ? '—' : <Signature signature={part.signature} />),
            },
            { name: 'Wallet', cell: ({ wallet }) => <Address address={wallet} /> },
            { name: 'Paid', isNumber: true, cell: ({ paid }) => <Amount of={paid} /> },
            { name: 'Received', isNumber: true, cell: ({ received }) => <Amount of={received} /> },
            {
              name: 'Lost',
              isNumber: true,
              cell: ({ role, loss }) => (role === 'victim' ? <LossCell loss={loss} /> : ''),
            },
          ]}
        />
      </Card>
    </>
  );
}

function LossCell({ loss }: { loss: Schemas['Loss'] | null }) {
  if (loss === null) return <Amount of={null} />;
  return (
    <>
      {loss.sol === null ? <Amount of={loss} /> : <Sol sol={loss.sol} />}
      {loss.bps !== null && ` · ${percent(loss.bps)}`}
    </>
  );
}

function partsOf({ legs, victims }: Sandwich): Part[] {
  const ofLegs = legs.map((leg, at): Part => {
    const side = leg.interaction_type === 'sandwich_frontrun' ? 'frontrun' : 'backrun';
    return {
      key: `leg ${at}`,
      role: leg.success ? side : `${side}_attempt`,
      signature: leg.attacker_signature,
      wallet: leg.attacker_wallet,
      slot: leg.slot,
      blockIndex: leg.block_index,
      tick: leg.poh_tick,
      paid: leg.paid,
      received: leg.received,
      loss: null,
    };
  });
  const ofVictims = victims.map(
    (victim, at): Part => ({
      key: `victim ${at}`,
      role: 'victim',
      signature: victim.signature,
      wallet: victim.wallet,
      slot: victim.slot,
      blockIndex: victim.block_index,
      tick: victim.poh_tick,
      paid: victim.paid,
      received: victim.received,
      loss: victim.loss,
    }),
  );
  return [...ofLegs, ...ofVictims].sort(
    (left, right) => left.slot - right.slot || left.blockIndex - right.blockIndex,
  );
}

function offsetOf(part: Part, origin: Part | undefined): string {
  if (origin === undefined || part === origin) return '0';
  if (part.tick === null || origin.tick === null) return `slot ${signed(part.slot - origin.slot)}`;
  return signed(Number(BigInt(part.tick) - BigInt(origin.tick)));
}

function csvOf(parts: readonly Part[]): string {
  return toCsv(
    [
      'slot',
      'block_index',
      'poh_tick',
      'role',
      'signature',
      'wallet',
      'paid',
      'paid_mint',
      'received',
      'received_mint',
      'loss',
      'loss_sol',
    ],
    parts.map(({ slot, blockIndex, tick, role, signature, wallet, paid, received, loss }) => [
      ...[slot, blockIndex, tick, role, signature, wallet],
      ...[paid?.ui_amount ?? null, paid?.mint ?? null, received?.ui_amount ?? null, received?.mint ?? null],
      ...[loss?.ui_amount ?? null, loss?.sol ?? null],
    ]),
  );
}
