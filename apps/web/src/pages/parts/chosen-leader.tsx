import { Link } from '@tanstack/react-router';
import type { Shares } from '../../api/chain-queries.js';
import { Card, Facts, WholeAddress } from '../../design/index.js';
import { shareText } from '../../format/share.js';
import { nameText, shorten } from '../../format/text.js';

/** The shares of the leader that the address names, above those of all. `undefined`: they are being counted. */
export function ChosenLeader({ address, shares }: { address: string; shares: Shares | undefined }) {
  return (
    <Card title={`Leader ${shorten(address)}`} note={<FullAddress address={address} />}>
      <Facts
        facts={shares === undefined ? NAMES.map((name) => [name, undefined]) : factsOf(address, shares)}
      />
    </Card>
  );
}

const NAMES = ['Client', 'Share', 'Interval from', 'to', 'Blocks', 'With victims', 'Victims'] as const;

function factsOf(address: string, { leaders, next_cursor: next }: Shares): (readonly [string, string])[] {
  const leader = leaders.find(({ leader_pubkey: one }) => one === address);
  if (leader === undefined) {
    // Past a thousand leaders not all of them are read.
    return NAMES.map((name) => [name, name === 'Blocks' && next === null ? '0' : 'not known']);
  }
  const texts: Record<(typeof NAMES)[number], string> = {
    Client: nameText(leader.client_type ?? 'not known'),
    Share: shareText(leader.share),
    'Interval from': shareText(leader.share_low),
    to: shareText(leader.share_high),
    Blocks: leader.block_count.toLocaleString('en'),
    'With victims': leader.blocks_with_victims.toLocaleString('en'),
    Victims: leader.victim_count.toLocaleString('en'),
  };
  return NAMES.map((name) => [name, texts[name]]);
}

function FullAddress({ address }: { address: string }) {
  return (
    <span>
      <WholeAddress address={address} />{' '}
      <Link to="/account/$address" params={{ address }}>
        Its write locks
      </Link>
    </span>
  );
}
