import { readFile, stat } from 'node:fs/promises';
import {
  CURATED_LABELS,
  type Label,
  LabelFileError,
  MOST_LABEL_FILE_BYTES,
  parseLabelFile,
} from '@tickscope/reference';

/** The operator's own labels, read again when the file has changed. */
export class LabelsSource {
  readonly #path: string | null;
  #readAt: string | null = null;
  /** The labels last read, merged over those of this build. */
  #labels: readonly Label[] = CURATED_LABELS;

  /** @param path a JSON or CSV file; null if there is none */
  constructor(path: string | null) {
    this.#path = path;
  }

  /**
   * Returns this build's labels with the operator's merged over them; the same array while nothing has changed.
   *
   * @throws LabelFileError or a file system error; the labels read before then stay in effect
   */
  async read(): Promise<readonly Label[]> {
    if (this.#path !== null) await this.#readFile(this.#path);
    return this.#labels;
  }

  async #readFile(path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    const fileVersion = `${mtimeMs}/${size}`;
    if (fileVersion === this.#readAt) return;
    if (size > MOST_LABEL_FILE_BYTES)
      throw new LabelFileError(path, [`${size} bytes; at most ${MOST_LABEL_FILE_BYTES} are taken`]);
    const all = new Map(CURATED_LABELS.map((label) => [label.address, label]));
    for (const label of parseLabelFile(path, await readFile(path, 'utf8'))) all.set(label.address, label);
    this.#labels = [...all.values()];
    this.#readAt = fileVersion;
  }
}
