/** Every coding agent whose logs are read, in the order in which their sessions are listed. */
import type { Provider } from "./provider.ts";

export const providers: readonly Provider[] = [];
