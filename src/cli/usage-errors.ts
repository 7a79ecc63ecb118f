/** An output folder that cannot be taken, as an error of usage. */
import { OutputRefused } from "../build/output/output-folder.ts";
import { UsageError } from "../system/usage-error.ts";

/** Where the folder holds what is not ours, a person has to decide. */
export function usageErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutputRefused) throw new UsageError(error.message);
    throw error;
  }
}
