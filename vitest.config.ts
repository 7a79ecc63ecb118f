import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Minutes long each: `npm run test:hostile`.
    exclude: process.env.ANNALS_LONG ? [] : ["test/hostile/**", "test/faults/build.test.ts"],
    globalSetup: ["test/support/setup.ts"],
    setupFiles: ["test/support/properties.ts"],
    env: { TZ: "UTC" },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
