import {
  formatCount,
  parseInteger,
  print,
  printableJson,
  progressLine,
  type StoreFlags,
} from '@tickscope/command-line';
import { Command, Option } from 'commander';
import { compareLabels } from '../compare-labels/compare-labels.js';
import {
  CSV_HEADING,
  describeComparison,
  outcomeCsv,
  wireOutcome,
  wireSummary,
} from '../compare-labels/describe-comparison.js';
import type { Outcome } from '../compare-labels/outcome.js';
import { stoppable } from '../interruption.js';
import { withStack } from '../stack.js';

interface CompareFlags extends StoreFlags {
  limit: number;
  csv?: boolean;
}

const HELP = `
The file is CSV with a heading, or JSON lines. Columns (fields), in any case and order; others are ignored:
  frontrun, victims, backrun   signatures, with blanks or commas between; JSON may have lists, or objects with a signature
  attacker, slot, id           optional: without slot, it cannot be said why a transaction is not stored
or a record for each transaction: id, role (front, victim, back), signature, those of one sandwich together.
docs/compare-labels.md has the columns of public lists, and what each cause means.

  tickscope compare-labels labels.csv
  jq -c '.[]' sandwiches.json > labels.jsonl && tickscope compare-labels labels.jsonl --csv > differences.csv

Exit code: 0 when all labels were compared, with any result; 1 when the file cannot be read, with the line.`;

export function compareLabelsCommand(): Command {
  return new Command('compare-labels')
    .description(
      'Hold a list of labelled sandwiches against the store: how many agree, and the cause of each difference.',
    )
    .argument('<file>', 'the labels, CSV or JSON lines')
    .option('--limit <count>', 'how many differences to list', parseInteger(0, 100_000), 50)
    .option('--json', 'print one JSON object a line: each label, ours only, then the summary')
    .addOption(
      new Option('--csv', 'print CSV, a line for each label and for what is ours only').conflicts('json'),
    )
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText('after', HELP)
    .action(compare);
}

async function compare(path: string, flags: CompareFlags): Promise<void> {
  const progress = progressLine();
  const listed: Outcome[] = [];
  await withStack(flags, ({ store: { read } }) =>
    stoppable('interrupted', async ({ signal, orStop }) => {
      if (flags.csv === true) print(CSV_HEADING);
      const comparing = compareLabels(read, path, {
        signal,
        progress: (labels) => progress.show(`${formatCount(labels)} labels compared`),
        outcome(outcome) {
          if (flags.csv === true) print(outcomeCsv(outcome));
          else if (flags.json === true) print(printableJson(wireOutcome(outcome), 0));
          else if (outcome.outcome !== 'agrees' && listed.length < flags.limit) listed.push(outcome);
        },
      });
      const comparison = await orStop(comparing);
      progress.clear();
      if (flags.json === true) print(printableJson(wireSummary(comparison), 0));
      else if (flags.csv !== true) print(describeComparison(comparison, listed));
    }),
  ).finally(progress.clear);
}
