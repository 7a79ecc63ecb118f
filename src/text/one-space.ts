/** Every run of white space as one space. */

// A lone space is what most of them are: to replace it by itself would be most of the work.
const others = / \s+|[^\S ]\s*/g;

export function oneSpace(text: string): string {
  return text.replace(others, " ");
}
