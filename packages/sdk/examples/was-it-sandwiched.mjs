// Was this transaction sandwiched, by whom, at what cost?
//   node was-it-sandwiched.mjs <signature>
import { createTickscope, TickscopeError } from '@tickscope/sdk';

const [signature = ''] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

try {
  const { data: transaction } = await client.getTransaction({ signature });
  process.stdout.write(`slot ${transaction.slot}, fee ${transaction.fee ?? 'not known'}\n`);

  const { data } = await client.checkSandwichFast({ signature, slot_range: 2 });
  for (const { verdict, incidents, coverage } of data.results) {
    // `unknown`: slots around it are not stored, or not analysed yet.
    process.stdout.write(`${verdict.replace('_', ' ')}\n`);
    if (verdict === 'unknown' && coverage !== null && coverage.undetected_slots.length > 0)
      process.stdout.write(`not analysed yet: ${coverage.undetected_slots.join(', ')}\n`);
    for (const { interaction_type, attacker_signer, attacker_signature, success, sandwich } of incidents) {
      if (!success) continue;
      process.stdout.write(`${interaction_type} ${attacker_signer} ${attacker_signature}\n`);
      // Amounts are text: they can be greater than a number can say exactly.
      if (sandwich.victim_loss !== null)
        process.stdout.write(`  lost ${BigInt(sandwich.victim_loss)} of ${sandwich.mint_out}\n`);
    }
  }
} catch (error) {
  if (!(error instanceof TickscopeError)) throw error;
  process.stdout.write(`${error.status} ${error.error}: ${[error.details].flat().join(', ')}\n`);
  process.exitCode = 1;
}
