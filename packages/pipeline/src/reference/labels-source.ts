import { readFile, stat } from 'node:fs/promises';
import {
  CURATED_LABELS,
  type Label,
  LabelFileError,
  MOST_LABEL_FILE_BYTES,
  parseLabelFile,
} from '@tickscope/reference';

/** The operator's own labels: read again when their file has changed. */
export class LabelsSource {
  readonly #path: string | null;
  #readAt: string | null = null;
  /** What was read last, over this build's. */
  #labels: readonly Label[] = CURATED_LABELS;

  /** @param path of a JSON or CSV file; `null`: there is none */
  constructor(path: string | null) {
    this.#path = path;
  }

  /**
   * This build's labels, and over them the operator's; the same array while nothing has changed.
   *
   * @throws LabelFileError, or what the file system says; then what was read before still holds
   */
  async read(): Promise<readonly Label[]> {
    if (this.#path !== null) await this.#readFile(this.#path);
    return this.#labels;
  }

  async #readFile(path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    const print = `${mtimeMs}/${size}`;
    if (print === this.#readAt) return;
    if (size > MOST_LABEL_FILE_BYTES)
      throw new LabelFileError(path, [`${size} bytes; at most ${MOST_LABEL_FILE_BYTES} are taken`]);
    const all = new Map(CURATED_LABELS.map((label) => [label.address, label]));
    for (const label of parseLabelFile(path, await readFile(path, 'utf8'))) all.set(label.address, label);
    this.#labels = [...all.values()];
    this.#readAt = print;
  }
}
