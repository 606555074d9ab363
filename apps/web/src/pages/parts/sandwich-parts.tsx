import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { Address, Amount, Card, Download, Lost, Role, Signature, Table } from '../../design/index.js';
import { PriceDrawing } from '../../drawings/price-path/price-drawing.js';
import { nameText, plural, signed } from '../../format/text.js';
import { partsOf, type SandwichPart } from '../../sandwich-parts.js';
import { isLeast, LEAST_HINT } from '../../sentences/loss.js';
import { knownTick } from '../../sentences/ticks.js';

type Sandwich = Schemas['SandwichEvent'];

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
                Open sandwich
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
          keyOf={(part) => String(parts.indexOf(part))}
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
              hint: LEAST_HINT,
              cell: (part) =>
                part.role === 'victim' ? <Lost loss={part.loss} isLeast={isLeast(part)} /> : '',
            },
          ]}
        />
      </Card>
    </>
  );
}

function offsetOf(part: SandwichPart, origin: SandwichPart | undefined): string {
  if (origin === undefined || part === origin) return '0';
  const [tick, from] = [part, origin].map(({ slot, poh_tick }) => knownTick({ slot, tick: poh_tick }));
  if (tick == null || from == null) return `slot ${signed(part.slot - origin.slot)}`;
  return signed(Number(tick - from));
}

function csvOf(parts: readonly SandwichPart[]): string {
  return csvTable(
    [
      ...['slot', 'block_index', 'poh_tick', 'role', 'signature', 'wallet', 'paid', 'paid_mint'],
      ...['received', 'received_mint', 'loss', 'loss_sol', 'loss_is_least'],
    ],
    parts.map(({ paid, received, loss, ...part }) => [
      ...[part.slot, part.block_index, part.poh_tick, part.role, part.signature, part.wallet],
      ...[paid?.ui_amount ?? null, paid?.mint ?? null, received?.ui_amount ?? null, received?.mint ?? null],
      ...[loss?.ui_amount ?? null, loss?.sol ?? null, loss === null ? null : isLeast(part)],
    ]),
  );
}
