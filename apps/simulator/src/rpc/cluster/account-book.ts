import { setImmediate as nextTurn } from 'node:timers/promises';
import { METADATA_PROGRAM, metadataAddress } from '@tickscope/reference';
import bs58 from 'bs58';
import type { Mint } from '../../synthetic/account.js';
import { TOKEN_2022_PROGRAM } from '../../synthetic/addresses.js';
import type { ChainGenerator } from '../../synthetic/chain-generator.js';
import {
  encodeMetaplexMetadata,
  encodeMint,
  encodeMint2022,
  encodeValidatorInfo,
} from './encode-accounts.js';
import { tokenTitle } from './token-titles.js';
import type { ClusterValidator } from './validators.js';

/** An account as returned by a node. */
export interface AccountState {
  lamports: number;
  /** Base58 of the program. */
  owner: string;
  data: Buffer;
}

export interface AccountBook {
  /** Null if there is no such account, or it is not kept. */
  find(address: string): Promise<AccountState | null>;
  /** Accounts of the Config program by their addresses. */
  configAccounts: ReadonlyMap<string, AccountState>;
}

const CONFIG_PROGRAM = 'Config1111111111111111111111111111111111111';
const SUPPLY = 1_000_000_000_000_000n;
/** Deriving an address takes about a millisecond, which blocks the stream. */
const MINTS_IN_A_TURN = 4;

/** The accounts that a node of a generated chain serves: mints, their metadata, validator info. */
export function createAccountBook(
  generator: ChainGenerator,
  validators: readonly ClusterValidator[],
): AccountBook {
  const configAccounts = new Map<string, AccountState>();
  for (const validator of validators)
    if (validator.info !== null)
      configAccounts.set(validator.infoAddress, {
        lamports: 5_343_120,
        owner: CONFIG_PROGRAM,
        data: encodeValidatorInfo(validator),
      });
  const accounts = new Map<string, AccountState>(configAccounts);
  /** Mints with the addresses of their accounts. */
  const entered = new Map<Mint, string[]>();
  let entering: Promise<void> = Promise.resolve();

  async function enterNew(): Promise<void> {
    let count = 0;
    for (const mint of mintsOf(generator)) {
      // A mint that is not launched yet has no account.
      if (entered.has(mint) || mint.account.lamports === 0) continue;
      const states = accountsOf(mint);
      for (const [address, state] of states) accounts.set(address, state);
      entered.set(
        mint,
        states.map(([address]) => address),
      );
      count += 1;
      if (count % MINTS_IN_A_TURN === 0) await nextTurn();
    }
    forgetOld();
  }

  /** Drops mints that the market has dropped: a chain that runs for days launches tokens without limit. */
  function forgetOld(): void {
    const known = new Set(mintsOf(generator));
    for (const [mint, addresses] of entered) {
      if (known.has(mint)) continue;
      entered.delete(mint);
      for (const address of addresses) accounts.delete(address);
    }
  }

  return {
    configAccounts,
    async find(address) {
      if (!accounts.has(address)) {
        entering = entering.then(enterNew);
        await entering;
      }
      return accounts.get(address) ?? null;
    },
  };
}

function* mintsOf({ world, market }: ChainGenerator): Generator<Mint> {
  yield* world.mints;
  if (market === null) return;
  yield market.wrappedSol;
  yield market.usdc;
  for (const { baseMint } of [...market.pools, ...market.usdcPools, ...market.transferFeePools])
    yield baseMint;
  yield* market.launchedMints;
}

/** The mint's account and its metadata account, if any. */
function accountsOf(mint: Mint): [address: string, state: AccountState][] {
  const { account, tokenProgram } = mint;
  const title = tokenTitle(mint);
  const is2022 = tokenProgram.text === TOKEN_2022_PROGRAM;
  const mintAccount: AccountState = {
    lamports: account.lamports,
    owner: tokenProgram.text,
    data: is2022 ? encodeMint2022(mint, SUPPLY, title) : encodeMint(mint, SUPPLY),
  };
  if (title === null || is2022) return [[account.text, mintAccount]];
  const metadata: AccountState = {
    lamports: 15_616_720,
    owner: METADATA_PROGRAM,
    data: encodeMetaplexMetadata(account.key, title),
  };
  return [
    [account.text, mintAccount],
    [bs58.encode(metadataAddress(account.key)), metadata],
  ];
}
