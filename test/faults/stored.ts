import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RunFile {
  clickhouse: { url: string; users: { reader: { user: string; password: string } } };
}

/** Asks the ClickHouse of the stack on this folder what is stored, without the product's code. */
export async function ask(dataDir: string, sql: string): Promise<string[][]> {
  const { clickhouse } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
  const { user, password } = clickhouse.users.reader;
  const response = await fetch(`${clickhouse.url}/?database=tickscope&default_format=TabSeparated`, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password },
    body: sql,
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text.slice(0, 300));
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

export async function storedRange(dataDir: string): Promise<{ first: number; last: number; blocks: number }> {
  const [row] = await ask(dataDir, 'SELECT min(slot), max(slot), count() FROM slots FINAL');
  const [first, last, blocks] = row!.map(Number) as [number, number, number];
  return { first, last, blocks };
}

/** Stored slots up to one, over whose present version sandwich detection has not run, or is to run again. */
export async function undetectedSlots(dataDir: string, toSlot: number): Promise<number[]> {
  const rows = await ask(
    dataDir,
    `SELECT slot FROM (SELECT slot, blockhash, version FROM slots FINAL WHERE slot <= ${toSlot} AND content != 'entries_only') AS stored
     LEFT ANTI JOIN (SELECT slot, blockhash, version FROM detected_slots FINAL WHERE NOT is_due) AS detected
     USING (slot, blockhash, version) ORDER BY slot`,
  );
  return rows.map(([slot]) => Number(slot));
}

/** Gaps that are not repaired, as text. */
export async function unrepairedGaps(dataDir: string): Promise<string[]> {
  const rows = await ask(
    dataDir,
    "SELECT from_slot, to_slot, cause, state, detail FROM gaps FINAL WHERE state != 'repaired' ORDER BY from_slot",
  );
  return rows.map((row) => row.join(' '));
}
