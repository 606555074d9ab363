import { amountOf, cleanText, counted, formatCount, formatTable } from '@tickscope/command-line';
import { poolLabel, shortAddress } from '@tickscope/dex';
import { type TokenOf, tokenAmount } from '@tickscope/queries/amounts';
import { type Victim, victimsAtWindow } from '@tickscope/sandwich';
import type { JudgedSandwich } from './judge-now.js';

/** The sandwiches of a range of slots, with the counts of the range itself. */
export interface Detection {
  sandwiches: JudgedSandwich[];
  blocks: number;
  swaps: number;
}

export interface DetectionAsked {
  from: number;
  to: number;
  window: number;
  /** Also those that are only suspected. */
  all: boolean;
}

const HEADING = [
  ...['first leg', 'span', 'pool', 'attacker', 'legs', 'victims', 'q', 'gain', 'victims lost'],
  ...['confidence', 'then', 'intent', 'because'],
];

/** The output of `tickscope detect`. @param tokenOf of all mints of the sandwiches */
export function describeDetection(detection: Detection, asked: DetectionAsked, tokenOf: TokenOf): string {
  const { blocks, swaps } = detection;
  const { from, to, window, all } = asked;
  const sandwiches = shownSandwiches(detection, all);
  const counting = detection.sandwiches.filter(({ confidence }) => confidence !== 'suspected').length;
  const suspected = detection.sandwiches.length - counting;
  const hint = suspected > 0 && !all ? `; --all prints ${suspected === 1 ? 'this' : 'these'} too` : '';
  const summary =
    `${counted(blocks, 'block')} stored of slots ${from} to ${to}, ${counted(swaps, 'swap')}: ` +
    `${counted(counting, 'sandwich', 'sandwiches')}, ${formatCount(suspected)} suspected (window ±${counted(window, 'slot')})${hint}`;
  if (blocks === 0) return `${summary}\nNo block of this range is stored; tickscope doctor shows what is.`;
  if (sandwiches.length === 0) return summary;
  const rows = sandwiches.map((sandwich) => rowOf(sandwich, window, tokenOf));
  return `${formatTable([HEADING, ...rows])}\n\n${summary}`;
}

/** Those that are printed: without `--all` the ones that count. */
export function shownSandwiches({ sandwiches }: Detection, all: boolean): JudgedSandwich[] {
  return all ? sandwiches : sandwiches.filter(({ confidence }) => confidence !== 'suspected');
}

function rowOf(sandwich: JudgedSandwich, window: number, tokenOf: TokenOf): string[] {
  const { mintIn, mintOut } = sandwich;
  const victims = victimsAtWindow(sandwich, window);
  return [
    sandwich.id.split('.').slice(0, 2).join('.'),
    String(sandwich.lastSlot - sandwich.firstSlot),
    cleanText(poolLabel([mintIn, mintOut], sandwich.dexName, (mint) => tokenOf(mint).symbol)),
    shortAddress(sandwich.attackers[0] ?? ''),
    `${sandwich.fronts.length}/${sandwich.backs.length}`,
    formatCount(victims.length),
    sandwich.quantityRatio.toFixed(4),
    gainText(sandwich, tokenOf),
    lossesText(victims, mintOut, tokenOf),
    sandwich.confidence,
    sandwich.confidence === sandwich.confidenceThen ? '' : sandwich.confidenceThen,
    sandwich.intent,
    (sandwich.reason ?? sandwich.basis ?? '').replaceAll('_', ' '),
  ];
}

/** In the token of the gain, which is not always the one that the frontrun paid. */
function gainText({ net, gross, gainMint }: JudgedSandwich, tokenOf: TokenOf): string {
  const amount = (value: bigint): string => amountOf(tokenAmount(String(value), gainMint, tokenOf));
  return net === null ? `${amount(gross)} before fees` : amount(net);
}

function lossesText(victims: readonly Victim[], mint: string, tokenOf: TokenOf): string {
  const known = victims.filter(({ lossAmount }) => lossAmount !== null);
  if (known.length === 0) return 'unknown';
  const lost = known.reduce((sum, { lossAmount }) => sum + lossAmount!, 0n);
  const isLeast =
    known.length < victims.length || known.some(({ lossMethod }) => lossMethod === 'front_rate');
  return `${isLeast ? 'at least ' : ''}${amountOf(tokenAmount(String(lost), mint, tokenOf))}`;
}
