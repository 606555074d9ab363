// How often does wallet B trade around wallet A?
//   node competition.mjs <wallet A> <wallet B> [incidents a page]
import { createTickscope } from '@tickscope/sdk';

const [walletA = '', walletB = '', limit = '500'] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

// Each page is a job. The next one is submitted when this one has been used.
for await (const page of client.pages.validateCompetition({
  wallet_a: walletA,
  wallet_b: walletB,
  limit: Number(limit),
})) {
  const { current_page, total_items } = page.pagination;
  process.stdout.write(`page ${current_page}; incidents in all: ${total_items}\n`);
  for (const { signature_a, signature_b, interaction_type } of page.incidents)
    process.stdout.write(`${signature_b} ${interaction_type} ${signature_a}\n`);
}
