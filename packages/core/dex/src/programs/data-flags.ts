/** Reads a direction flag from instruction data: the byte at `offset` (negative: from the end) is `yes` or `no`. */
export function flagAt(offset: number, yes = 1, no = 0): (data: Uint8Array) => boolean | null {
  return (data) => {
    const byte = data.at(offset);
    return byte === yes ? true : byte === no ? false : null;
  };
}

/** For instructions whose name states their direction. */
export const always = (): boolean => true;
export const never = (): boolean => false;
