import { setTimeout as sleep } from 'node:timers/promises';
import type { SandwichLabel } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { askFastCheck } from '../../test/detection/ways-in/ask.js';

export interface SlotRange {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
}

export interface Verdicts {
  /** Milliseconds since the start of the wait; null: not within the deadline. */
  detectedMs: number | null;
  rightMs: number | null;
  blocks: number;
  detectedBlocks: number;
  victims: number;
  rightVictims: number;
  /** Kinds of the planted sandwiches whose victims were not right at the end, with how many. */
  wrongKinds: ReadonlyMap<string, number>;
}

interface PlantedVictim {
  signature: string;
  kind: string;
  isCounted: boolean;
}

const LOOK_EVERY_MS = 500;
const WINDOW = 10;
/** Quick sandwiches that make a bot known. */
const BOT_PROOFS = 3;

/** Waits until detection has run over every stored block of a range and the API is right about what is planted there. */
export async function awaitVerdicts(
  client: TestConnection,
  api: string,
  labels: readonly SandwichLabel[],
  range: SlotRange,
  deadlineMs: number,
): Promise<Verdicts> {
  const startedAt = Date.now();
  const victims = plantedVictims(labels, range);
  let waiting = victims;
  const verdicts = { detectedMs: null as number | null, rightMs: null as number | null };
  for (;;) {
    const { blocks, detectedBlocks } = await detectedIn(client, range);
    if (detectedBlocks === blocks) verdicts.detectedMs ??= Date.now() - startedAt;
    // What was right once is asked again at the end only.
    waiting = await wrongOf(api, waiting);
    if (waiting.length === 0) verdicts.rightMs ??= Date.now() - startedAt;
    const isDone = verdicts.detectedMs !== null && verdicts.rightMs !== null;
    if (isDone || Date.now() - startedAt > deadlineMs) {
      const wrong = await wrongOf(api, victims);
      const wrongKinds = new Map<string, number>();
      for (const { kind } of wrong) wrongKinds.set(kind, (wrongKinds.get(kind) ?? 0) + 1);
      return {
        ...verdicts,
        ...{ blocks, detectedBlocks, victims: victims.length, wrongKinds },
        rightVictims: victims.length - wrong.length,
      };
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Of sandwiches that lie wholly in the range; their planted victims, each once, for which the window holds every leg. A
 * slow sandwich of a known bot counts only by the quick ones before it: it is left out where these lie outside.
 */
function plantedVictims(labels: readonly SandwichLabel[], { fromSlot, toSlot }: SlotRange): PlantedVictim[] {
  const bySignature = new Map<string, PlantedVictim>();
  const inRange = labels.filter(
    ({ first_slot: first, last_slot: last }) => first >= fromSlot && last <= toSlot,
  );
  const proofs = new Map<string, number>();
  for (const { kind, attackers } of inRange)
    if (kind === 'known_bot_short') proofs.set(attackers[0]!, (proofs.get(attackers[0]!) ?? 0) + 1);
  for (const { kind, attackers, counted, first_slot: first, last_slot: last, victims } of inRange) {
    if (kind === 'known_bot_wide' && (proofs.get(attackers[0]!) ?? 0) < BOT_PROOFS) continue;
    for (const { signature, slot, planted } of victims) {
      if (!planted || slot - first > WINDOW || last - slot > WINDOW) continue;
      const isCounted = counted || bySignature.get(signature)?.isCounted === true;
      bySignature.set(signature, { signature, kind, isCounted });
    }
  }
  return [...bySignature.values()];
}

async function wrongOf(api: string, victims: readonly PlantedVictim[]): Promise<PlantedVictim[]> {
  const answers = await askFastCheck(
    api,
    victims.map(({ signature }) => signature),
  );
  return victims.filter(({ isCounted }, at) => answers[at]!.sandwich_detected !== isCounted);
}

/** A stored block counts as detected when detection saw the copy that is stored now. */
async function detectedIn(
  client: TestConnection,
  { fromSlot, toSlot }: SlotRange,
): Promise<{ blocks: number; detectedBlocks: number }> {
  const [row] = await client.read.queryRows<[string, string]>(
    `SELECT count(), countIf((slot, blockhash, version) IN (
       SELECT slot, blockhash, version FROM detected_slots FINAL WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}))
     FROM slots FINAL WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND content != 'entries_only'`,
    { params: { from: fromSlot, to: toSlot }, timeoutMs: 30_000 },
  );
  const [blocks, detectedBlocks] = row!.map(Number) as [number, number];
  return { blocks, detectedBlocks };
}
