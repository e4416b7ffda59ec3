/** Test files that need a worker process of their own, each with what it changes in the process. */
export const isolatedTests: Readonly<Record<string, string>> = {
  "server/src/demo/demo.test.ts": "spies on the prototype of database clients",
  "server/src/domain/dining/hours.test.ts": "sets the time zone of the process",
  "server/src/platform/database/embedded/home.test.ts": "sets the umask of the process",
  "server/src/platform/http/server.test.ts": "uses fake timers",
  "server/src/platform/push/hub.test.ts": "uses fake timers",
  "e2e/http/guessing-time.test.ts": "measures times to a millisecond",
};
