// Was this transaction sandwiched, by whom, at what cost?
//   node was-it-sandwiched.mjs <signature>
import { createTickscope, TickscopeError } from '@tickscope/sdk';

const [signature = ''] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

/** `unknown` is not "no": slots around it are not stored whole, or not analysed yet. Ask again, or fetch them. */
const SAID = { sandwiched: 'sandwiched', not_sandwiched: 'not sandwiched', unknown: 'not known' };

try {
  const { data: transaction } = await client.getTransaction({ signature });
  process.stdout.write(`slot ${transaction.slot}, fee ${transaction.fee ?? 'unknown'} lamports\n`);

  const { data } = await client.checkSandwichFast({ signature, slot_range: 2 });
  for (const { verdict, incidents, coverage } of data.results) {
    process.stdout.write(`${SAID[verdict]}\n`);
    const unknown = {
      'not stored': coverage?.missing_slots ?? [],
      'stored in part': coverage?.incomplete_slots ?? [],
      'not analysed yet': coverage?.undetected_slots ?? [],
    };
    for (const [what, slots] of Object.entries(unknown))
      if (slots.length > 0) process.stdout.write(`${what}: ${slots.join(', ')}\n`);
    // A failed attempt is no leg.
    const legs = incidents.filter(({ success }) => success);
    for (const { interaction_type, attacker_signer, attacker_signature } of legs)
      process.stdout.write(`${interaction_type} ${attacker_signer} ${attacker_signature}\n`);
    // Every leg of a sandwich has the whole of it, so its loss is said once.
    for (const { loss, loss_method } of new Map(
      legs.map((leg) => [leg.sandwich.id, leg.sandwich]),
    ).values()) {
      // Amounts are text: they can be greater than a number can say exactly.
      const least = loss_method === 'front_rate' ? 'at least ' : '';
      const lost =
        loss === null ? 'unknown' : `${loss.ui_amount ?? `${BigInt(loss.amount)} units`} of ${loss.mint}`;
      process.stdout.write(`lost ${least}${lost}\n`);
    }
  }
} catch (error) {
  if (!(error instanceof TickscopeError)) throw error;
  process.stdout.write(`${error.status} ${error.error}: ${[error.details].flat().join(', ')}\n`);
  process.exitCode = 1;
}
