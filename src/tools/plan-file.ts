/** Plans that are being drafted are kept as files of their own. */

export function isPlanFile(path: string): boolean {
  return /[\\/]\.claude[\\/]plans[\\/]/.test(path);
}
