const values = new Int8Array(65536).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  values[digit.charCodeAt(0)] = value;
  values[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The value of a hexadecimal digit by its code; less than nothing for any other. */
export const hexAt = (code: number): number => values[code] as number;
