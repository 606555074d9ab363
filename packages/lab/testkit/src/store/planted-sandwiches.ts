import { type Block, type Signature, signatureToBase58 } from '@tickscope/chain';
import { extractBlockTrades, type Swap } from '@tickscope/dex';
import type { Sandwich, Verdicts } from '@tickscope/sandwich';
import { BlockWriter, type SandwichWrite, writeSandwiches } from '@tickscope/store';
import { address, CPMM, tradedBlock } from '../traded-block.js';
import type { TestConnection } from './test-connection.js';

/** The traders of a planted sandwich; names stand for addresses. */
export interface Actors {
  attacker?: string;
  victims?: readonly string[];
  pool?: string;
}

export interface Plant {
  slot: number;
  block: Block;
  sandwich: Sandwich;
}

/** A sandwich in one slot: frontrun, victims, backrun. */
export function plant(slot: number, actors: Actors = {}): Plant {
  const { attacker = 'mallory', victims = ['alice'], pool = 'pool' } = actors;
  const block = tradedBlock(slot, [
    { does: 'swap', trader: attacker, from: 'A', paid: 1_000n, got: 2_000n, pool },
    ...victims.map((trader) => ({ does: 'swap', trader, from: 'A', paid: 500n, got: 900n, pool }) as const),
    { does: 'swap', trader: attacker, from: 'B', paid: 2_000n, got: 1_060n, pool },
  ]);
  const swaps = extractBlockTrades(block).swaps as Swap[];
  const front = swaps[0]!;
  const sandwich: Sandwich = judged({
    id: `${slot}.0.0.-1.0`,
    pool: address(pool),
    backPool: address(pool),
    programId: CPMM,
    dexName: front.dexName,
    mintIn: address('A'),
    mintOut: address('B'),
    fronts: [front],
    backs: [swaps.at(-1)!],
    victims: swaps.slice(1, -1).map((swap) => ({
      swap,
      lossAmount: 70n,
      lossMethod: 'replay',
      lossSide: 'received',
      slippageUse: 0.62,
      limitAge: 'before',
    })),
    attempts: [],
    confidence: 'exact',
    reason: null,
    link: 'same_signer',
    linkAddress: address(attacker),
    basis: 'same_slot',
    isPassing: true,
    isAimed: true,
    attackers: [address(attacker)],
    quantityRatio: 1,
    gainMint: address('A'),
    gross: 60n,
    net: null,
    costLamports: 10_000n,
    tips: [],
    intent: 'likely',
    evidence: {
      signs: ['limit_used', 'next_to_victim', 'one_leader'],
      swapsBefore: 0,
      swapsAfter: 0,
      transactionsBefore: 0,
      transactionsAfter: null,
    },
    replayResidual: null,
    firstSlot: slot,
    lastSlot: slot,
  });
  return { slot, block, sandwich };
}

/** Where no verdicts by the record of the actor are given, all of them are the one that is given. */
function judged(sandwich: Omit<Sandwich, 'verdicts'>, verdicts?: Verdicts): Sandwich {
  const { confidence, reason, basis, intent } = sandwich;
  const said = { confidence, reason, basis, intent };
  return { ...sandwich, verdicts: verdicts ?? { unknown: said, knownBot: null, scalper: null } };
}

/** A client of a user with write access. */
interface Owned {
  owner: TestConnection;
}

export async function storeBlocks({ owner }: Owned, plants: readonly Plant[]): Promise<void> {
  await new BlockWriter(owner).write(plants.map(({ block }) => block));
}

export const found = ({ sandwich }: Plant, changes: Partial<Sandwich> = {}): SandwichWrite => ({
  kind: 'store',
  sandwich: judged({ ...sandwich, ...changes }, changes.verdicts),
  isFinal: false,
});

export const final = (it: Plant, changes: Partial<Sandwich> = {}): SandwichWrite => ({
  ...(found(it, changes) as Extract<SandwichWrite, { kind: 'store' }>),
  isFinal: true,
});

export const retracted = ({ slot, sandwich }: Plant): SandwichWrite => ({
  kind: 'retract',
  id: sandwich.id,
  firstSlot: slot,
});

/** Writes like the detector: one insert per write. */
export async function write({ owner }: Owned, ...writes: readonly SandwichWrite[]): Promise<void> {
  for (const one of writes) await writeSandwiches(owner, [one]);
}

/** The signature of the transaction at an index of a planted block. */
export const signatureAt = ({ block }: Plant, index: number): Signature =>
  signatureToBase58(block.transactions[index]!.signatures[0]!);

/** For example `800.0.0.-1.0#2`, with a minus sign for a retraction. */
export function briefly(
  messages: readonly { sandwich: { id: string; revision: number; retracted: boolean } }[],
): string[] {
  return messages.map(
    ({ sandwich }) => `${sandwich.id}#${sandwich.revision}${sandwich.retracted ? '-' : ''}`,
  );
}
