// In a checkout threads run the sources as they are, like the command itself.
(await import("tsx/esm/api")).register();
await import("./worker-thread.ts");
