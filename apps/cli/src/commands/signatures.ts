import type { Address, Signature } from '@tickscope/chain';
import {
  type ApiClient,
  type ApiFlags,
  apiOf,
  parseAddress,
  parseDate,
  parseInteger,
  parseSignature,
  printAnswer,
  withApi,
} from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { Command } from 'commander';
import { describeSignatures } from '../signatures/report.js';

type Page = components['schemas']['WalletSignaturesResponse']['data'];

interface SignaturesFlags extends ApiFlags {
  limit: number;
  before?: Signature;
  from?: Date;
  to?: Date;
}

const MOST_OF_A_PAGE = 1_000;

export function signaturesCommand(): Command {
  return withApi(
    new Command('signatures')
      .description(
        'The transactions that a wallet signed, newest first: when, whether they succeeded, on which DEX. Asks the running API.',
      )
      .argument('<wallet>', 'its address', parseAddress)
      .option('--limit <count>', 'how many, 1 to 10,000', parseInteger(1, 10_000), 100)
      .option('--before <signature>', 'only what is older than this transaction', parseSignature)
      .option('--from <time>', 'the window begins here (default: 7 days before its end)', parseDate)
      .option('--to <time>', 'the window ends here (default: the newest stored block)', parseDate),
  ).action(signatures);
}

async function signatures(wallet: Address, flags: SignaturesFlags): Promise<void> {
  const pages = await askPages(await apiOf(flags), wallet, flags);
  printAnswer(flags, pages, (_, maxWidth) => describeSignatures(wallet, pages, maxWidth));
}

/** Requests page after page until it has as many signatures as requested. */
async function askPages(api: ApiClient, wallet: Address, flags: SignaturesFlags): Promise<Page[]> {
  const pages: Page[] = [];
  let left = flags.limit;
  for (let before: string | undefined = flags.before; left > 0; ) {
    const { data } = await api.call('walletSignatures', {
      pathParameters: { address: wallet },
      body: {
        limit: Math.min(left, MOST_OF_A_PAGE),
        ...(before === undefined ? {} : { before }),
        ...(flags.from === undefined ? {} : { start_time: unixSeconds(flags.from) }),
        ...(flags.to === undefined ? {} : { end_time: unixSeconds(flags.to) }),
      },
    });
    pages.push(data);
    left -= data.pagination.returned;
    const { has_more: hasMore, next_before: next } = data.pagination;
    if (!hasMore || next === null) break;
    before = next;
  }
  return pages;
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
