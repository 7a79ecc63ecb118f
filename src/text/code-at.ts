/**
 * `text.charCodeAt(at)`. The engine has a dozen kinds of strings and, for more than four, looks the method up anew for
 * every letter: two thirds of the time of a loop over letters. Read `text.length` once before such a loop, too.
 */
export const codeAt: (text: string, at: number) => number = Function.prototype.call.bind(String.prototype.charCodeAt);
