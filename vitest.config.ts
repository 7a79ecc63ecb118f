import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Hostile text and faults: a small run here, all of it with `npm run test:hostile`.
    globalSetup: ["test/support/setup.ts"],
    setupFiles: ["test/support/properties.ts"],
    // The default leaves one core to nobody.
    maxWorkers: "100%",
    env: { TZ: "UTC" },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
