/** Runs the sandbox's bundle, and ends when the process that started it is gone for any reason. */

const EXIT_DELAY_MS = 2_000;

process.on("disconnect", () => setTimeout(() => process.exit(0), EXIT_DELAY_MS).unref());
await import("../../sandbox/dist/main.js");
