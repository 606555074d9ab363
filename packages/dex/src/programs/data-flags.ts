/** Reads a direction out of an instruction's data: `byte` at `offset` (negative: from the end) means yes, `otherwise` no. */
export function flagAt(offset: number, yes = 1, no = 0): (data: Uint8Array) => boolean | null {
  return (data) => {
    const byte = data.at(offset);
    return byte === yes ? true : byte === no ? false : null;
  };
}

/** For instructions whose name is their direction. */
export const always = (): boolean => true;
export const never = (): boolean => false;
