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
    // A test that asserts nothing, also since a list that it walks is empty, has failed.
    // Only what never comes is given up: on a busy machine a build may take twenty times as long as on an idle one.
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
