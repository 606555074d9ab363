import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../mint-account.js';
import { METADATA_PROGRAM } from '../program-address.js';
import { CONFIG_PROGRAM } from '../validator-info.js';
import type { Label } from './label.js';

const NATIVE = 'docs.anza.xyz/runtime/programs; anza-xyz/solana-sdk sdk-ids/src/lib.rs';
const SPL = 'the program’s own declare_id!, repository of github.com/solana-program';

const program = (address: string, label: string, source: string, ...tags: string[]): Label => ({
  address,
  kind: 'program',
  label,
  tags,
  source,
});

/** Programs of the runtime, and programs called by almost every transaction. */
export const CORE_PROGRAMS: readonly Label[] = [
  program('11111111111111111111111111111111', 'System Program', NATIVE, 'native'),
  program('Vote111111111111111111111111111111111111111', 'Vote Program', NATIVE, 'native'),
  program('Stake11111111111111111111111111111111111111', 'Stake Program', NATIVE, 'native'),
  program(CONFIG_PROGRAM, 'Config Program', NATIVE, 'native'),
  program('ComputeBudget111111111111111111111111111111', 'Compute Budget Program', NATIVE, 'native'),
  program('AddressLookupTab1e1111111111111111111111111', 'Address Lookup Table Program', NATIVE, 'native'),
  program('BPFLoader2111111111111111111111111111111111', 'BPF Loader 2', NATIVE, 'native', 'loader'),
  program(
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'BPF Upgradeable Loader',
    NATIVE,
    'native',
    'loader',
  ),
  program('LoaderV411111111111111111111111111111111111', 'Loader v4', NATIVE, 'native', 'loader'),
  program('Ed25519SigVerify111111111111111111111111111', 'Ed25519 Program', NATIVE, 'native', 'precompile'),
  program('KeccakSecp256k11111111111111111111111111111', 'Secp256k1 Program', NATIVE, 'native', 'precompile'),
  program('Secp256r1SigVerify1111111111111111111111111', 'Secp256r1 Program', NATIVE, 'native', 'precompile'),
  program(TOKEN_PROGRAM, 'Token Program', SPL, 'token'),
  program(TOKEN_2022_PROGRAM, 'Token-2022 Program', SPL, 'token'),
  program('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'Associated Token Account Program', SPL, 'token'),
  program('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo Program', SPL),
  program(
    METADATA_PROGRAM,
    'Metaplex Token Metadata',
    'github.com/metaplex-foundation/mpl-token-metadata',
    'token',
  ),
  program(
    'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
    'OpenBook',
    'github.com/openbook-dex/program',
    'order_book',
  ),
];
