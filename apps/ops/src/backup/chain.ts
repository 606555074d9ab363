import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '@tickscope/command-line';
import { checkDigests, type DigestOptions } from './file-digests.js';
import { type Manifest, readManifest } from './manifest.js';

/** A backup, and after it those that it builds on, down to a full one. */
export type BackupChain = { folder: string; manifest: Manifest }[];

/**
 * A base is where it was when the backup was made, or, where both were copied to another place, beside the backup.
 *
 * @param base the folder of the first one's base, where it is neither
 * @throws CliError where one of them is not found
 */
export async function readChain(folder: string, base: string | null = null): Promise<BackupChain> {
  const chain: BackupChain = [{ folder, manifest: await readManifest(folder) }];
  let given = base;
  if (given !== null && chain[0]!.manifest.base === null)
    throw new CliError(`${folder} is a full backup: it has no base.`);
  for (let last = chain[0]!; last.manifest.base !== null; last = chain.at(-1)!) {
    const { id } = last.manifest.base;
    const above = chain.find(({ manifest }) => manifest.id === id);
    if (above !== undefined)
      throw new CliError(
        `the backup in ${last.folder} adds to the one in ${above.folder}, which is itself or builds on it: there is no full backup below them.`,
      );
    chain.push(await findBase(last, last.manifest.base, given));
    given = null;
  }
  checkNestedBases(chain);
  return chain;
}

async function findBase(
  above: BackupChain[number],
  { id, folder: former }: { id: string; folder: string },
  given: string | null,
): Promise<BackupChain[number]> {
  const formerPlace = resolve(above.folder, former);
  const places = given === null ? [formerPlace, join(dirname(above.folder), basename(former))] : [given];
  let failure: CliError | null = null;
  for (const folder of places)
    try {
      const manifest = await readManifest(folder);
      if (manifest.id === id) return { folder, manifest };
      failure ??= new CliError(
        `${folder} holds another backup than the one that ${above.folder} adds to (${id}).`,
      );
    } catch (error) {
      failure ??= new CliError(
        `the backup in ${above.folder} adds to the one in ${folder}, which must be there, or beside it: ${(error as Error).message}`,
      );
    }
  throw failure ?? new Error('no place was looked at');
}

/** ClickHouse takes the base of a base from where it was: only of the backup itself it can be named. */
function checkNestedBases(chain: BackupChain): void {
  for (const [at, { manifest, folder }] of chain.slice(1).entries()) {
    if (manifest.base === null || manifest.clickhouse.location.kind !== 'folder') continue;
    const [former, now] = [resolve(folder, manifest.base.folder), chain[at + 2]!.folder];
    if (former !== now)
      throw new CliError(
        `the base of ${folder} is looked for in ${former}, but is in ${now} now: mkdir -p ${dirname(former)} && ln -s ${now} ${former}`,
      );
  }
}

/**
 * Reads the files of ClickHouse's part, of the backup and of those that it builds on, and compares them with their
 * digests, where they are in the folders.
 * @throws CliError
 */
export async function checkChainFiles(chain: BackupChain, options: DigestOptions = {}): Promise<void> {
  for (const { folder, manifest } of chain) {
    const { digests } = manifest.clickhouse;
    if (digests !== null) await checkDigests(folder, digests, options);
  }
}
