/** Something was asked for that skimming left out. Whoever skims catches it and reads whole lines. */
export class LeftOut extends Error {}

/** Own and enumerable, so that copying and printing an object asks for it too; one for all, so that all are of one shape. */
const property: PropertyDescriptor = {
  enumerable: true,
  get(): never {
    throw new LeftOut("Left out while the line was skimmed.");
  },
};

/** In the place of a value: who asks for it is told to read the whole line. */
export function leaveOut<Field extends string>(from: object, field: Field): asserts from is { [Name in Field]: never } {
  Object.defineProperty(from, field, property);
}
